import type { BrokerAsset } from '@vigia/broker-kit/port';
import type { Currency } from '@vigia/core/money';
import { assetOf } from './assets.ts';
import { EVENT_CODE } from './wire/codes.ts';
import type { WireMessage } from './wire/frames.ts';
import { Limits, PairRow, PayoutRow, rowsOf } from './wire/shapes.ts';

const PAYOUT_CODES: ReadonlySet<number> = new Set([
  EVENT_CODE.pairs,
  EVENT_CODE.payouts,
  EVENT_CODE.payoutUpdate,
  EVENT_CODE.payoutsUpdate,
]);

/**
 * The assets of the login, built from messages with pairs, instruments, payouts and limits, which arrive in any order.
 * Third-party clients describe `pairs`, but our recordings contain only `instruments`, which describe other kinds of
 * deals. Both are merged. A payout without a pair and an instrument also creates an asset.
 */
export class Market {
  readonly #pairs = new Map<string, PairRow>();
  readonly #instruments = new Map<string, PairRow>();
  readonly #percents = new Map<string, number>();
  #limits: Limits = {};
  #currency: Currency | null = null;
  #assets: ReadonlyMap<string, BrokerAsset> = new Map();

  assets(): readonly BrokerAsset[] {
    return [...this.#assets.values()];
  }

  asset(symbol: string): BrokerAsset | null {
    return this.#assets.get(symbol) ?? null;
  }

  /**
   * Sets the currency in which pairs state their own stake limits.
   * @param currency currency of the accounts; null if the accounts have different currencies
   * @returns whether the assets may have changed
   */
  setStakeCurrency(currency: Currency | null): boolean {
    if (currency === this.#currency) return false;
    this.#currency = currency;
    this.#assets = this.#listed();
    return true;
  }

  /** Returns whether this is a payout message, and at least one asset has a payout now. */
  namesPayouts({ e }: WireMessage): boolean {
    return PAYOUT_CODES.has(e) && this.assets().some(({ payoutRatio }) => payoutRatio !== null);
  }

  /** Applies a message about the market; returns false for any other message. */
  update({ e, d }: WireMessage): boolean {
    switch (e) {
      case EVENT_CODE.pairs:
        this.#onPairs(rowsOf(PairRow, d));
        break;
      case EVENT_CODE.instruments:
      case EVENT_CODE.stocks:
        for (const row of rowsOf(PairRow, d))
          this.#instruments.set(row.pair, { ...this.#instruments.get(row.pair), ...row });
        break;
      case EVENT_CODE.payouts:
      case EVENT_CODE.payoutUpdate:
      case EVENT_CODE.payoutsUpdate:
        for (const { pair, percent } of rowsOf(PayoutRow, d))
          if (percent !== undefined) this.#percents.set(pair, percent);
        break;
      case EVENT_CODE.limits: {
        const limits = Limits.safeParse(d);
        if (limits.success) this.#limits = limits.data;
        break;
      }
      default:
        return false;
    }
    this.#assets = this.#listed();
    return true;
  }

  #onPairs(rows: readonly PairRow[]): void {
    for (const row of rows) {
      this.#pairs.set(row.pair, { ...this.#pairs.get(row.pair), ...row });
      if (row.winperc !== undefined) this.#percents.set(row.pair, row.winperc);
    }
  }

  #listed(): ReadonlyMap<string, BrokerAsset> {
    const pairs = new Set([...this.#pairs.keys(), ...this.#percents.keys(), ...this.#instruments.keys()]);
    const assets = [...pairs].map((pair) => {
      const row = this.#pairs.get(pair) ?? this.#instruments.get(pair) ?? { pair };
      return assetOf(row, this.#percents.get(pair) ?? null, this.#limits, this.#currency);
    });
    return new Map(assets.flatMap((asset) => (asset ? [[asset.symbol, asset] as const] : [])));
  }
}

import { minorOf } from '@vigia/broker-kit/money';
import type { BrokerAsset, StakeLimits } from '@vigia/broker-kit/port';
import type { MinorUnits } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { type LengthLimits, lengthLimits, lengthsWithin } from './lengths.ts';
import { assetType, decimalsOf, ourSymbol } from './symbols.ts';
import type { ActiveSymbol, AvailableContract } from './wire/replies.ts';

/** Limits of Rise/Fall option contracts on an asset, with the stake limits in each requested currency. */
export type ContractLimits = LengthLimits & { readonly stakes: readonly StakeLimits[] };

type Listed = { readonly theirs: string; readonly asset: BrokerAsset };

/** The assets of one connection, by Vigía's symbol and by Deriv's. */
export class AssetBook {
  #byOurs = new Map<string, Listed>();
  #oursByTheirs = new Map<string, string>();
  readonly #limits = new Map<string, ContractLimits>();

  assets(): readonly BrokerAsset[] {
    return [...this.#byOurs.values()].map(({ asset }) => asset);
  }

  asset(symbol: string): BrokerAsset | undefined {
    return this.#byOurs.get(symbol)?.asset;
  }

  theirs(symbol: string): string | undefined {
    return this.#byOurs.get(symbol)?.theirs;
  }

  ours(theirs: string): string | null {
    return this.#oursByTheirs.get(theirs) ?? ourSymbol(theirs);
  }

  limits(symbol: string): ContractLimits | undefined {
    return this.#limits.get(symbol);
  }

  /** Applies a new list of assets; returns true if it differs from the previous list. */
  updateList(rows: readonly ActiveSymbol[]): boolean {
    const before = JSON.stringify(this.assets());
    this.#byOurs = new Map();
    this.#oursByTheirs = new Map();
    for (const row of rows) {
      const symbol = ourSymbol(row.symbol);
      if (symbol === null || this.#byOurs.has(symbol)) continue;
      this.#byOurs.set(symbol, { theirs: row.symbol, asset: this.#assetOf(symbol, row) });
      this.#oursByTheirs.set(row.symbol, symbol);
    }
    return JSON.stringify(this.assets()) !== before;
  }

  hasLimits(symbol: string, currency: Currency): boolean {
    return this.#limits.get(symbol)?.stakes.some((stakes) => stakes.currency === currency) ?? false;
  }

  /**
   * Applies the limits of an asset for accounts in a currency; returns true if the limits changed.
   * @param areStakesIn whether Deriv states the stake limits in that currency; otherwise they count as unknown
   */
  updateLimits(
    symbol: string,
    available: readonly AvailableContract[],
    currency: Currency,
    areStakesIn: boolean,
  ): boolean {
    const read = limitsOf(available, currency);
    const listed = this.#byOurs.get(symbol);
    if (read === null || listed === undefined) return false;
    const own = areStakesIn ? read.stakes : { currency, minStakeMinor: null, maxStakeMinor: null };
    const others = this.#limits.get(symbol)?.stakes.filter((stakes) => stakes.currency !== currency) ?? [];
    const limits = { ...read.lengths, stakes: [...others, own] };
    this.#limits.set(symbol, limits);
    const asset = { ...listed.asset, ...offerOf(limits) };
    this.#byOurs.set(symbol, { ...listed, asset });
    return JSON.stringify(asset) !== JSON.stringify(listed.asset);
  }

  #assetOf(symbol: string, row: ActiveSymbol): BrokerAsset {
    return {
      symbol,
      name: row.name,
      type: assetType(row.market),
      decimals: decimalsOf(row.pip),
      isOpen: row.isOpen,
      // An asset has no payout of its own, because Deriv prices each option contract separately.
      payoutRatio: null,
      ...offerOf(this.#limits.get(symbol)),
    };
  }
}

/** Duration and stake limits of Rise/Fall contracts without a barrier that start now. */
function limitsOf(available: readonly AvailableContract[], currency: Currency) {
  const rows = available.filter(
    (row) =>
      (row.contract_type === 'CALL' || row.contract_type === 'PUT') && row.barriers === 0 && row.start_type === 'spot',
  );
  const lengths = lengthLimits(rows);
  if (lengths === null) return null;
  return {
    lengths,
    stakes: {
      currency,
      minStakeMinor: stakeOf(
        rows.map((row) => row.min_stake),
        currency,
      ),
      maxStakeMinor: stakeOf(
        rows.map((row) => row.max_stake),
        currency,
      ),
    },
  };
}

const offerOf = (limits: ContractLimits | undefined) => ({
  ...(limits ? lengthsWithin(limits) : { durationsS: [] }),
  stakeLimits: limits?.stakes ?? [],
});

const stakeOf = (stakes: readonly (number | null | undefined)[], currency: Currency): MinorUnits | null => {
  const stake = stakes.find((one) => typeof one === 'number');
  return typeof stake === 'number' ? minorOf(stake, currency) : null;
};

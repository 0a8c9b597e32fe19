import type { BrokerAsset, BrokerFault } from '@vigia/broker-kit/port';
import type { CandleColumns } from '@vigia/core/candles';
import { type Clock, err, ok, type Result } from '@vigia/core/kernel';
import { type Currency, exponentOf } from '@vigia/core/money';
import { AssetBook } from './assets.ts';
import { GRANULARITIES_S, readCandles } from './candles.ts';
import { type DerivClient, faultOf } from './client.ts';
import { network } from './errors.ts';
import { ActiveSymbols, ContractsFor } from './wire/replies.ts';
import { activeSymbols, contractsFor, type DerivApiVersion } from './wire/requests.ts';

export type MarketOptions = {
  readonly clock: Clock;
  readonly generation: DerivApiVersion;
  /** Returns the socket for assets and prices; undefined before the first socket is open. */
  client(): DerivClient | undefined;
  /** Returns the sockets of the accounts. Stake limits are requested once for each currency. */
  sockets(): readonly { readonly client: DerivClient; readonly currency: Currency }[];
  publish(assets: readonly BrokerAsset[]): void;
};

const NOT_CONNECTED = network('not connected');
export const UNKNOWN_SYMBOL: BrokerFault = { kind: 'unknown', detail: 'no such asset' };

/** The assets that Deriv offers, and their past prices. */
export class Market {
  readonly book = new AssetBook();
  readonly #options: MarketOptions;

  constructor(options: MarketOptions) {
    this.#options = options;
  }

  /** @param client Reads the list of assets. @param client a socket that is open or is signing in */
  async readAssets(client: DerivClient): Promise<Result<null, BrokerFault>> {
    const listed = await client.ask(activeSymbols, ActiveSymbols);
    if (!listed.ok) return err(faultOf(listed.error));
    if (this.book.updateList(listed.value.active_symbols)) this.#options.publish(this.book.assets());
    return ok(null);
  }

  /** Requests the limits of an asset, once for each currency of the accounts, when a client first views it. */
  async loadLimits(symbol: string): Promise<void> {
    const theirs = this.book.theirs(symbol);
    if (theirs === undefined) return;
    const byCurrency = new Map(this.#options.sockets().map(({ client, currency }) => [currency, client]));
    await Promise.all(
      [...byCurrency].map(([currency, client]) => this.#loadLimitsIn(symbol, theirs, currency, client)),
    );
  }

  async #loadLimitsIn(symbol: string, theirs: string, currency: Currency, client: DerivClient): Promise<void> {
    const { generation, publish } = this.#options;
    if (this.book.hasLimits(symbol, currency)) return;
    const reply = await client.ask(contractsFor(generation, theirs, currency), ContractsFor);
    if (!reply.ok) return;
    // The new API does not state the currency of its stake limits. If limits in dollars were read as bitcoins, they
    // would be so high that every order would be refused.
    const areStakesIn = generation === 'v3' || exponentOf(currency) <= 2;
    const { available } = reply.value.contracts_for;
    if (this.book.updateLimits(symbol, available, currency, areStakesIn)) publish(this.book.assets());
  }

  /** Returns the closed candles with fromMs ≤ open time < toMs. */
  async candles(
    symbol: string,
    sizeS: number,
    fromMs: number,
    toMs: number,
  ): Promise<Result<CandleColumns, BrokerFault>> {
    const client = this.#options.client();
    const theirs = this.book.theirs(symbol);
    if (client === undefined) return err(NOT_CONNECTED);
    if (theirs === undefined) return err(UNKNOWN_SYMBOL);
    if (!GRANULARITIES_S.has(sizeS)) return err({ kind: 'unknown', detail: `no candles of ${sizeS} s` });
    const nowMs = this.#options.clock.now() + (client.time().offsetMs ?? 0);
    const read = await readCandles(client, theirs, sizeS, { fromMs, toMs, nowMs });
    return read.ok ? read : err(faultOf(read.error));
  }
}

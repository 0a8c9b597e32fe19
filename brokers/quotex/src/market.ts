import type { BrokerAsset, BrokerFault } from '@vigia/broker-kit/port';
import { err, ok, type Ratio, type Result } from '@vigia/core/kernel';
import { type Instrument, instrumentsOf, unlistedSymbol } from './assets.ts';

const NO_ASSET: BrokerFault = { kind: 'unknown', detail: 'no such asset' };
const CLOSED: BrokerFault = { kind: 'market_closed', detail: 'the asset is closed' };

/** The offered assets, as in the broker's last list, by Vigía's symbols and by the broker's names. */
export class Market {
  readonly #publish: (assets: readonly BrokerAsset[]) => void;
  #instruments: ReadonlyMap<string, Instrument> = new Map();
  #symbols: ReadonlyMap<string, string> = new Map();

  constructor(publish: (assets: readonly BrokerAsset[]) => void) {
    this.#publish = publish;
  }

  assets(): readonly BrokerAsset[] {
    return [...this.#instruments.values()].map(({ asset }) => asset);
  }

  instrument(symbol: string): Instrument | null {
    return this.#instruments.get(symbol) ?? null;
  }

  wireSymbol(symbol: string): Result<string, BrokerFault> {
    const instrument = this.#instruments.get(symbol);
    return instrument ? ok(instrument.wireSymbol) : err(NO_ASSET);
  }

  /** Returns Vigía's symbol, even for an asset that is no longer listed, because its contracts are still listed. */
  symbolOf(wireSymbol: string): string | null {
    return this.#symbols.get(wireSymbol) ?? unlistedSymbol(wireSymbol);
  }

  /** Returns the current payout of a win as a fraction of the stake, or a fault for an unknown or closed asset. */
  payout(symbol: string): Result<Ratio, BrokerFault> {
    const asset = this.#instruments.get(symbol)?.asset;
    if (!asset?.payoutRatio) return err(NO_ASSET);
    return asset.isOpen ? ok(asset.payoutRatio) : err(CLOSED);
  }

  update(payload: unknown): void {
    const instruments = instrumentsOf(payload);
    if (instruments.length === 0) return;
    this.#instruments = new Map(instruments.map((instrument) => [instrument.asset.symbol, instrument]));
    this.#symbols = new Map(instruments.map(({ wireSymbol, asset }) => [wireSymbol, asset.symbol]));
    this.#publish(this.assets());
  }
}

import type { BrokerAsset } from '@vigia/broker-kit/port';
import { DIGITAL_SUFFIX, priceSymbolOf } from '@vigia/core/vocabulary';
import { type Catalog, nameOf, symbolOf, typeOf } from '../assets.ts';
import type { MethodCall, Subscription } from '../client.ts';
import { periodsOf } from './instruments.ts';
import { type Instrument, Underlying, Underlyings } from './wire.ts';

const DEFAULT_DECIMALS = 5;
/** Longest symbol of an asset, without the suffix. */
const BASE_MAX = 20 - DIGITAL_SUFFIX.length;

export const UNDERLYINGS: MethodCall = {
  name: 'digital-option-instruments.get-underlying-list',
  version: '3.0',
  body: { filter_suspended: false },
};

/** Subscription that reports a suspended asset at once. Without it, only the next read of the list would show this. */
export const UNDERLYINGS_CHANGED: Subscription = {
  name: 'digital-option-instruments.underlying-list-changed',
  version: '3.0',
};

/** An asset with digital options. */
export type DigitalAsset = {
  readonly activeId: number;
  readonly symbol: string;
  readonly name: string;
  readonly isSuspended: boolean;
  /** Trading hours of the asset: [open, close) in epoch seconds. */
  readonly schedule: Underlying['schedule'];
};

export const isDigitalSymbol = (symbol: string): boolean => symbol.endsWith(DIGITAL_SUFFIX);

/** Reads one asset of the list; returns null if its name is not a valid symbol. */
export function digitalAssetOf({ active_id, name, is_suspended, schedule }: Underlying): DigitalAsset | null {
  const base = symbolOf({ name });
  if (base === null || base.length > BASE_MAX) return null;
  return {
    activeId: active_id,
    symbol: `${base}${DIGITAL_SUFFIX}`,
    name: `${nameOf(base)} digital`,
    isSuspended: is_suspended,
    schedule,
  };
}

/**
 * Reads the assets in a response to `get-underlying-list` or in an `underlying-list-changed` event; returns null for
 * any other message.
 */
export function digitalAssetsIn(msg: unknown): readonly DigitalAsset[] | null {
  const read = Underlyings.safeParse(msg).data;
  if (!read) return null;
  const rows = read.underlying.flatMap((row) => Underlying.safeParse(row).data ?? []);
  return rows.flatMap((row) => digitalAssetOf(row) ?? []);
}

/** The assets with digital options, as in the broker's last list. */
export class DigitalList {
  /** Every listed asset. Two assets may have the same symbol. */
  #all: readonly DigitalAsset[] = [];
  #bySymbol: ReadonlyMap<string, DigitalAsset> = new Map();

  /**
   * Replaces the list. If two assets have the same symbol, the one that is not suspended counts, as for the other
   * products.
   */
  become(assets: readonly DigitalAsset[]): void {
    const ordered = assets.toSorted((a, b) => Number(b.isSuspended) - Number(a.isSuspended));
    this.#all = assets;
    this.#bySymbol = new Map(ordered.map((asset) => [asset.symbol, asset]));
  }

  /** Applies a change: these assets replace their earlier entries, and all other assets stay. */
  change(assets: readonly DigitalAsset[]): void {
    this.become([...new Map([...this.#all, ...assets].map((asset) => [asset.activeId, asset])).values()]);
  }

  of(symbol: string): DigitalAsset | undefined {
    return this.#bySymbol.get(symbol);
  }

  assets(): readonly DigitalAsset[] {
    return [...this.#bySymbol.values()];
  }
}

/** Returns whether options on the asset are sold at this time. The dead time before an expiration is ignored. */
export const isOpenAt = ({ isSuspended, schedule }: DigitalAsset, timeMs: number): boolean =>
  !isSuspended && schedule.some(({ open, close }) => timeMs >= open * 1_000 && timeMs < close * 1_000);

/**
 * Converts the asset to the form of the broker port. It has no payout, because each option contract has its own price.
 * Its durations are empty until its instruments are read.
 */
export function brokerAssetOf(
  asset: DigitalAsset,
  catalog: Pick<Catalog, 'byId'>,
  instruments: readonly Instrument[],
  timeMs: number,
): BrokerAsset {
  const known = catalog.byId.get(asset.activeId);
  return {
    symbol: asset.symbol,
    name: asset.name,
    type: known?.type ?? typeOf('', priceSymbolOf(asset.symbol)) ?? 'forex',
    decimals: known?.decimals ?? DEFAULT_DECIMALS,
    isOpen: isOpenAt(asset, timeMs),
    durationsS: periodsOf(instruments, timeMs),
    payoutRatio: null,
    isPricedEach: true,
    stakeLimits: [],
  };
}

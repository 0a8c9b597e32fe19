import type { BrokerAsset } from '@vigia/broker-kit/port';
import { DIGITAL_SUFFIX, priceSymbolOf } from '@vigia/core/vocabulary';
import { type Catalog, nameOf, symbolOf, typeOf } from '../assets.ts';
import type { Call, Subscription } from '../client.ts';
import { periodsOf } from './instruments.ts';
import { type Instrument, Underlying, Underlyings } from './wire.ts';

const DEFAULT_DECIMALS = 5;
/** Longest symbol of an asset, without the suffix. */
const BASE_MAX = 20 - DIGITAL_SUFFIX.length;

export const UNDERLYINGS: Call = {
  name: 'digital-option-instruments.get-underlying-list',
  version: '3.0',
  body: { filter_suspended: false },
};

/** Reports at once that an asset was suspended; otherwise only the next read of the list would. */
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
  /** When it trades: [open, close) in epoch seconds. */
  readonly schedule: Underlying['schedule'];
};

export const isDigitalSymbol = (symbol: string): boolean => symbol.endsWith(DIGITAL_SUFFIX);

/** Reads one asset of the list; null if its name gives no symbol. */
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
 * Reads the assets of an answer to `get-underlying-list`, or of an `underlying-list-changed` event; null if it is
 * neither.
 */
export function digitalAssetsIn(msg: unknown): readonly DigitalAsset[] | null {
  const read = Underlyings.safeParse(msg).data;
  if (!read) return null;
  const rows = read.underlying.flatMap((row) => Underlying.safeParse(row).data ?? []);
  return rows.flatMap((row) => digitalAssetOf(row) ?? []);
}

/** The assets with digital options, as the broker last listed them. */
export class DigitalList {
  /** Every listed asset, also those whose symbol another one has. */
  #all: readonly DigitalAsset[] = [];
  #bySymbol: ReadonlyMap<string, DigitalAsset> = new Map();

  /**
   * Takes a new list. Of two assets with one symbol, the one that is not suspended counts, as for the other products.
   */
  become(assets: readonly DigitalAsset[]): void {
    const ordered = assets.toSorted((a, b) => Number(b.isSuspended) - Number(a.isSuspended));
    this.#all = assets;
    this.#bySymbol = new Map(ordered.map((asset) => [asset.symbol, asset]));
  }

  /** Applies a change: the assets that it names replace their earlier entries, and the others stay. */
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

/** Whether the asset is sold at this time; the dead time before an expiration is not considered. */
export const isOpenAt = ({ isSuspended, schedule }: DigitalAsset, timeMs: number): boolean =>
  !isSuspended && schedule.some(({ open, close }) => timeMs >= open * 1_000 && timeMs < close * 1_000);

/**
 * The asset in the form of the broker port. Each contract has a price of its own, so the asset shows no payout; its
 * durations are empty until its instruments are read.
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

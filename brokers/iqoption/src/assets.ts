import { minorOf } from '@vigia/broker-kit/money';
import type { StakeLimits } from '@vigia/broker-kit/port';
import { type Ratio, ratio } from '@vigia/core/kernel';
import { type Currency, isCurrency } from '@vigia/core/money';
import type { AssetType } from '@vigia/core/vocabulary';
import { type InitializationData, OfferedActive } from './wire/messages.ts';

/** The three kinds of fixed-return options; digital options are in `digital/`. */
export const PRODUCTS = ['blitz', 'turbo', 'binary'] as const;
export type OptionProduct = (typeof PRODUCTS)[number];

/** The offer of one product for one asset (`active` in the broker's messages). */
export type Offer = {
  readonly product: OptionProduct;
  readonly activeId: number;
  /** Payout of a win on top of the stake: 100 − commission. */
  readonly payoutPercent: number;
  readonly isEnabled: boolean;
  /** Trading hours of the product: [from, to) in epoch seconds. */
  readonly schedule: readonly (readonly [number, number])[];
  /** Sizes in seconds. For blitz: the durations. For turbo and binary: the distances between expirations. */
  readonly sizesS: readonly number[];
  /** Number of the next expirations that are on sale. */
  readonly count: number;
  /** Dead time: purchases end this many seconds before the expiration. */
  readonly deadtimeS: number;
  /** Stake limits; null if the broker publishes none, or if their currency is unknown. */
  readonly stakeLimits: StakeLimits | null;
};

/** An asset of the broker, with the offers of each product. */
export type AssetWithOffers = {
  readonly activeId: number;
  readonly symbol: string;
  readonly name: string;
  readonly type: AssetType;
  readonly decimals: number;
  readonly offers: readonly Offer[];
};

/** The offered assets, by Vigía's symbol and by the broker's number. */
export type Catalog = {
  readonly bySymbol: ReadonlyMap<string, AssetWithOffers>;
  readonly byId: ReadonlyMap<number, AssetWithOffers>;
  /** Symbols of digital options, by the number of their asset. */
  readonly digital: ReadonlyMap<number, string>;
};

export const EMPTY_CATALOG: Catalog = { bySymbol: new Map(), byId: new Map(), digital: new Map() };

const DEFAULT_DECIMALS = 5;
const SYMBOL = /^[A-Z0-9._-]{2,20}$/;

/**
 * Reads the catalog from a response to `get-initialization-data`. An asset is left out if it cannot be read or has no
 * valid symbol.
 * @param products the products that the platform has not switched off
 * @param presumed currency of the stake limits if the response names none; null if the currency is unknown
 */
export function catalogOf(
  data: InitializationData,
  presumed: Currency | null = null,
  products: readonly OptionProduct[] = PRODUCTS,
): Catalog {
  const named = data.currency;
  const currency = named === undefined ? presumed : isCurrency(named) ? named : null;
  const byId = new Map<number, AssetWithOffers>();
  for (const product of products) {
    for (const entry of Object.values(data[product]?.actives ?? {})) {
      const wire = OfferedActive.safeParse(entry).data;
      const symbol = wire && symbolOf(wire);
      if (!wire || !symbol) continue;
      const known = byId.get(wire.id);
      const offers = [...(known?.offers ?? []), offerOf(product, wire, currency)];
      const decimals = wire.precision ?? known?.decimals ?? DEFAULT_DECIMALS;
      const type = typeOf(data.groups?.[String(wire.group_id)] ?? '', symbol) ?? known?.type ?? 'forex';
      byId.set(wire.id, { activeId: wire.id, symbol, name: nameOf(symbol), type, decimals, offers });
    }
  }
  return { byId, bySymbol: bySymbolOf([...byId.values()]), digital: new Map() };
}

/**
 * Maps symbols to assets. If two assets have the same symbol, the enabled one counts. Since November 2024 open-market
 * pairs are sold as `EURUSD-op`, and the old `EURUSD` stays listed but suspended (docs/spec/brokers/iqoption.md §3).
 */
function bySymbolOf(actives: readonly AssetWithOffers[]): ReadonlyMap<string, AssetWithOffers> {
  const bySymbol = new Map<string, AssetWithOffers>();
  for (const active of actives) {
    const known = bySymbol.get(active.symbol);
    if (!known || (isEnabled(active) && !isEnabled(known))) bySymbol.set(active.symbol, active);
  }
  return bySymbol;
}

const isEnabled = ({ offers }: AssetWithOffers): boolean => offers.some((offer) => offer.isEnabled);

/** Returns whether this time is within the schedule of the product. The product may still be suspended. */
export const isInSchedule = ({ schedule }: Offer, timeMs: number): boolean =>
  schedule.some(([fromS, toS]) => timeMs >= fromS * 1000 && timeMs < toS * 1000);

/**
 * Returns whether the product is enabled and within its schedule at this time. The dead time before an expiration is
 * ignored.
 */
export const isOfferOpen = (offer: Offer, timeMs: number): boolean => offer.isEnabled && isInSchedule(offer, timeMs);

/** Converts a payout in per cent (without the stake) to a fraction in whole basis points. */
export const payoutOf = (percent: number): Ratio => ratio(Math.round(percent * 100) / 10_000);

function offerOf(product: OptionProduct, wire: OfferedActive, currency: Currency | null): Offer {
  const min = wire.minmax?.min ?? wire.minimal_bet;
  const max = wire.minmax?.max ?? wire.maximal_bet;
  return {
    product,
    activeId: wire.id,
    payoutPercent: 100 - wire.option.profit.commission,
    isEnabled: (wire.enabled ?? true) && !wire.is_suspended,
    schedule: wire.schedule,
    sizesS: wire.option.expiration_times,
    count: wire.option.count ?? 0,
    deadtimeS: wire.deadtime ?? 0,
    stakeLimits: currency && {
      currency,
      minStakeMinor: min === undefined ? null : minorOf(min, currency),
      maxStakeMinor: max === undefined ? null : minorOf(max, currency),
    },
  };
}

/**
 * Returns Vigía's symbol. `front.EURUSD-OTC`, `EUR/USD (OTC)` and `EURUSD_otc` all become `EURUSD-OTC`. `EURUSD-op`,
 * the pair of the open market, becomes `EURUSD`.
 */
export function symbolOf({ ticker, name }: Pick<OfferedActive, 'ticker' | 'name'>): string | null {
  const own = (ticker || name.replace(/^front\./, '')).toUpperCase();
  const plain = own
    .replace(/[\s_-]*\(?OTC\)?$/, '')
    .replaceAll(/[\s/]/g, '')
    .replace(/^([A-Z]{6})[_-]OP$/, '$1');
  const symbol = /OTC\)?$/.test(own) ? `${plain}-OTC` : plain;
  return SYMBOL.test(symbol) ? symbol : null;
}

/** Returns the name of an asset for its symbol, such as `EUR/USD (OTC)`. */
export function nameOf(symbol: string): string {
  const [, left, right, otc] = /^([A-Z]{3})([A-Z]{3})(-OTC)?$/.exec(symbol) ?? [];
  const pair = left && right ? `${left}/${right}` : symbol.replace(/-OTC$/, '');
  return otc || symbol.endsWith('-OTC') ? `${pair} (OTC)` : pair;
}

const TYPES: readonly (readonly [RegExp, AssetType])[] = [
  [/crypto/i, 'crypto'],
  [/commodit|metal|energ/i, 'commodities'],
  [/ind(ex|ices)/i, 'indices'],
  [/stock|etf|share/i, 'stocks'],
  [/forex|curren/i, 'forex'],
];

/**
 * Returns the type of an asset, from the broker's group or else from the form of its symbol; null if neither shows the
 * type.
 */
export const typeOf = (group: string, symbol: string): AssetType | null =>
  TYPES.find(([name]) => name.test(group))?.[1] ?? (/^[A-Z]{6}(-OTC)?$/.test(symbol) ? 'forex' : null);

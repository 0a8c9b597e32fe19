import type { BrokerAsset, StakeLimits } from '@vigia/broker-kit/port';
import { minorUnits } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import {
  type AssetWithOffers,
  type Catalog,
  catalogOf,
  EMPTY_CATALOG,
  isInSchedule,
  isOfferOpen,
  type OptionProduct,
  PRODUCTS,
  payoutOf,
} from './assets.ts';
import { durationsOf } from './durations.ts';
import { InitializationData } from './wire/messages.ts';

type MarketOptions = {
  /** Returns the broker's time. */
  now(): number;
  /** Returns the currency of the accounts; null if the currencies differ. */
  currency(): Currency | null;
  /** Handles the event that an asset has opened, closed or changed its payout. */
  publish(): void;
};

/** The offered assets, as in the broker's last list. */
export class Market {
  readonly #options: MarketOptions;
  #catalog: Catalog = EMPTY_CATALOG;
  #products: readonly OptionProduct[] = PRODUCTS;
  #lastPublished = '';
  /** Symbols that were open at some time in this session. */
  readonly #seenOpen = new Set<string>();

  constructor(options: MarketOptions) {
    this.#options = options;
  }

  catalog(): Catalog {
    return this.#catalog;
  }

  active(symbol: string): AssetWithOffers | undefined {
    return this.#catalog.bySymbol.get(symbol);
  }

  assets(): readonly BrokerAsset[] {
    const nowMs = this.#options.now();
    return [...this.#catalog.bySymbol.values()].map((active) => assetOf(active, nowMs));
  }

  /** Sets the products that the platform sells to this login; all by default. */
  setProducts(products: readonly OptionProduct[]): void {
    this.#products = products;
  }

  /** Applies a response to `get-initialization-data`; returns false if the message is not such a response. */
  update(msg: unknown): boolean {
    const data = InitializationData.safeParse(msg).data;
    if (!data) return false;
    this.#catalog = catalogOf(data, this.#options.currency(), this.#products);
    this.publishIfChanged();
    return true;
  }

  /**
   * Returns whether an asset is paused: it was open in this session and is suspended within its schedule. Such a pause
   * can end at any moment.
   */
  hasPause(): boolean {
    const nowMs = this.#options.now();
    return [...this.#catalog.bySymbol.values()].some(
      ({ symbol, offers }) =>
        this.#seenOpen.has(symbol) &&
        offers.some((offer) => isInSchedule(offer, nowMs)) &&
        !offers.some((offer) => isOfferOpen(offer, nowMs)),
    );
  }

  /**
   * Publishes assets that opened or closed by their schedule, for which the broker sends no message. The session calls
   * it at intervals.
   */
  publishIfChanged(): void {
    const nowMs = this.#options.now();
    const shape = [...this.#catalog.bySymbol.values()].map((active) => shapeOf(active, nowMs)).join();
    if (shape === this.#lastPublished) return;
    this.#lastPublished = shape;
    const assets = this.assets();
    for (const { symbol, isOpen } of assets) if (isOpen) this.#seenOpen.add(symbol);
    this.#options.publish();
  }
}

const shapeOf = ({ symbol, offers }: AssetWithOffers, nowMs: number): string =>
  `${symbol}:${offers.map((offer) => (isOfferOpen(offer, nowMs) ? offer.payoutPercent : '-')).join('/')}`;

/**
 * Converts the asset to the form of the broker port. The products of an asset have different payouts; the asset shows
 * the lowest payout of the open products. `quote` returns the payout of one option contract.
 */
export function assetOf(active: AssetWithOffers, timeMs: number): BrokerAsset {
  const { symbol, name, type, decimals, offers } = active;
  const open = offers.filter((offer) => isOfferOpen(offer, timeMs));
  const shown = open.length > 0 ? open : offers;
  return {
    symbol,
    name,
    type,
    decimals,
    isOpen: open.length > 0,
    durationsS: durationsOf(active, timeMs),
    payoutRatio: payoutOf(Math.min(...shown.map(({ payoutPercent }) => payoutPercent))),
    stakeLimits: narrowest(shown.flatMap(({ stakeLimits }) => stakeLimits ?? [])),
  };
}

/** Returns the stakes that every product accepts. All products in a response have the same currency. */
function narrowest(limits: readonly StakeLimits[]): readonly StakeLimits[] {
  const [first] = limits;
  if (first === undefined) return [];
  const minima = limits.map(({ minStakeMinor }) => minStakeMinor).filter((minor) => minor !== null);
  const maxima = limits.map(({ maxStakeMinor }) => maxStakeMinor).filter((minor) => minor !== null);
  const minStakeMinor = minima.length > 0 ? minorUnits(Math.max(...minima)) : null;
  const maxStakeMinor = maxima.length > 0 ? minorUnits(Math.min(...maxima)) : null;
  return [{ currency: first.currency, minStakeMinor, maxStakeMinor }];
}

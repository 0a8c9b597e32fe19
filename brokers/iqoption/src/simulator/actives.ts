import { amountOf, longAssetList, type MarketAsset, type SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Currency } from '@vigia/core/money';
import type { AssetType } from '@vigia/core/vocabulary';
import type { IqQuirks } from './quirks.ts';

export type OptionKind = 'turbo' | 'binary' | 'blitz' | 'digital';

/**
 * The terms of one kind of option, in seconds. A blitz option ends after one of the sizes; other options end at
 * multiples of one of the sizes.
 */
export type OptionTerms = {
  readonly typeId: number;
  readonly sizesS: readonly number[];
  readonly count: number;
  readonly deadtimeS: number;
};

export const OPTION_TERMS: Readonly<Record<OptionKind, OptionTerms>> = {
  turbo: { typeId: 3, sizesS: [60], count: 5, deadtimeS: 30 },
  binary: { typeId: 1, sizesS: [900, 3_600], count: 3, deadtimeS: 300 },
  blitz: { typeId: 12, sizesS: [5, 10, 15, 30, 45, 60, 180, 300], count: 0, deadtimeS: 0 },
  // Digital options have no type number.
  digital: { typeId: 0, sizesS: [60, 300, 900], count: 3, deadtimeS: 30 },
};

/** The products of some assets; all other assets are sold only as turbo options. */
const SOLD_AS: Readonly<Record<string, readonly OptionKind[]>> = {
  EURUSD: ['turbo', 'binary', 'blitz', 'digital'],
  GBPUSD: ['turbo', 'binary', 'digital'],
  USDJPY: ['turbo', 'blitz'],
  'EURUSD-OTC': ['turbo', 'blitz', 'digital'],
  BTCUSD: ['turbo', 'blitz'],
  XAUUSD: ['binary'],
  US500: ['binary'],
  AAPL: ['binary'],
};

const OTHERS_AS: readonly OptionKind[] = ['turbo'];

/** All symbols. The position of a symbol is its number in the protocol. */
export const SYMBOLS = longAssetList(Object.keys(SOLD_AS));
const GROUPS: readonly AssetType[] = ['forex', 'crypto', 'commodities', 'indices', 'stocks'];
const GROUP_NAMES = ['front.Forex', 'front.Crypto', 'front.Commodities', 'front.Indices', 'front.Stocks'];
const DAY_S = 86_400;

export const activeIdOf = (symbol: string): number => SYMBOLS.indexOf(symbol) + 1;
export const symbolOf = (activeId: unknown): string | undefined =>
  typeof activeId === 'number' ? SYMBOLS[activeId - 1] : undefined;
export const isSoldAs = (symbol: string, kind: OptionKind): boolean => (SOLD_AS[symbol] ?? OTHERS_AS).includes(kind);

/** Returns the payout in whole per cent, without the stake. */
export const profitPercent = ({ payoutRatio }: Pick<MarketAsset, 'payoutRatio'>): number =>
  Math.round(payoutRatio * 100);

/** Returns the asset number of the old, suspended entry of a renamed pair. */
const oldIdOf = (symbol: string): number => 2_000 + activeIdOf(symbol);

/** Returns the name under which the broker sells an asset. */
const tickerOf = (symbol: string, { arePairsRenamed }: Pick<IqQuirks, 'arePairsRenamed'>): string =>
  arePairsRenamed && isPair(symbol) ? `${symbol}-op` : symbol;

const isPair = (symbol: string): boolean => /^[A-Z]{6}$/.test(symbol) && !symbol.startsWith('BTC');

/** Returns the body of the message `initialization-data`. */
export function initializationData(
  market: SimulatedMarket,
  currency: Currency,
  nowMs: number,
  quirks: Pick<IqQuirks, 'arePairsRenamed'>,
): object {
  const kinds = (['binary', 'turbo', 'blitz'] as const).map((kind) => {
    const sold = market.assets().filter(({ symbol }) => isSoldAs(symbol, kind));
    const actives = sold.flatMap((asset) => {
      const row = { ...activeOf(asset, currency, kind, nowMs), ...namesOf(tickerOf(asset.symbol, quirks)) };
      const old = { ...row, id: oldIdOf(asset.symbol), ...namesOf(asset.symbol), is_suspended: true };
      const isRenamed = tickerOf(asset.symbol, quirks) !== asset.symbol;
      return isRenamed ? [old, row] : [row];
    });
    return [kind, { actives: Object.fromEntries(actives.map((row) => [row.id, row])) }] as const;
  });
  const groups = Object.fromEntries(GROUP_NAMES.map((name, index) => [index + 1, name]));
  return { currency, groups, ...Object.fromEntries(kinds) };
}

/**
 * Returns the body of the message `underlying-list`: the assets of digital options, in the vendor's form (version 3.0).
 */
export function digitalUnderlyings(
  market: SimulatedMarket,
  nowMs: number,
  isFiltered: boolean,
  quirks: Pick<IqQuirks, 'arePairsRenamed'>,
): object {
  const sold = market.assets().filter(({ symbol }) => isSoldAs(symbol, 'digital'));
  return underlyingsOf(
    sold.filter(({ isOpen }) => isOpen || !isFiltered),
    nowMs,
    quirks,
  );
}

/** Returns the body of `underlying-list`, or of `underlying-list-changed` with only the changed assets. */
export const underlyingsOf = (
  assets: readonly Readonly<MarketAsset>[],
  nowMs: number,
  quirks: Pick<IqQuirks, 'arePairsRenamed'>,
): object => ({
  type: 'digital-option',
  underlying: assets.map(({ symbol, isOpen }) => ({
    active_id: activeIdOf(symbol),
    is_suspended: !isOpen,
    name: tickerOf(symbol, quirks),
    schedule: daysAround(nowMs).map(([open, close]) => ({ open, close })),
  })),
});

/** Returns the trading hours of yesterday and the next days, in epoch seconds. The market is open all day. */
function daysAround(nowMs: number): readonly (readonly [number, number])[] {
  const today = Math.floor(nowMs / 1000 / DAY_S) * DAY_S;
  return Array.from({ length: 7 }, (_, day) => [today + (day - 1) * DAY_S, today + day * DAY_S]);
}

const namesOf = (ticker: string) => ({ name: `front.${ticker}`, ticker });

function activeOf(asset: Readonly<MarketAsset>, currency: Currency, kind: OptionKind, nowMs: number) {
  const { symbol, spec, isOpen, minStakeMinor, maxStakeMinor } = asset;
  const { sizesS, count, deadtimeS } = OPTION_TERMS[kind];
  const profit = { commission: 100 - profitPercent(asset), refund_min: 0, refund_max: 0 };
  const shared = {
    id: activeIdOf(symbol),
    group_id: GROUPS.indexOf(spec.type) + 1,
    precision: spec.decimals,
    enabled: true,
    is_suspended: !isOpen,
    minimal_bet: amountOf(minStakeMinor, currency),
    maximal_bet: amountOf(maxStakeMinor, currency),
    schedule: daysAround(nowMs),
  };
  if (kind === 'blitz') return { ...shared, option: { expiration_times: sizesS, profit } };
  const option = { count, expiration_times: sizesS, profit, special: {} };
  return { ...shared, is_buyback: false, deadtime: deadtimeS, buyback_deadtime: deadtimeS, option };
}

/** Returns the body of the response to `get-active`, version 5.0. */
export function activeDetails(
  { symbol, spec }: Readonly<MarketAsset>,
  quirks: Pick<IqQuirks, 'arePairsRenamed'>,
): object {
  return {
    id: activeIdOf(symbol),
    name: tickerOf(symbol, quirks),
    description: `${symbol} description`,
    image: '',
    is_otc: symbol.endsWith('-OTC'),
    time_from: '00:00:00',
    time_to: '00:00:00',
    precision: spec.decimals,
    pip_scale: spec.decimals - 1,
    spread_plus: 0,
    spread_minus: 0,
    expiration_days: [],
    currency_left_side: symbol.slice(0, 3),
    currency_right_side: symbol.slice(3, 6),
    type: spec.type,
    min_qty: 0,
    qty_step: 0,
    type_qty: 'money',
  };
}

/** Display names by the keys of the broker's web client, for `route-translations`. */
export const TRANSLATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  SYMBOLS.flatMap((symbol) => [symbol, `${symbol}-op`].map((ticker) => [`front.${ticker}`, ticker])),
);

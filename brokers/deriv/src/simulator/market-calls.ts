import { amountOf, type MarketAsset, type SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Clock } from '@vigia/core/kernel';
import { type Currency, isCurrency, PAPER_CURRENCY } from '@vigia/core/money';
import type { DerivQuirks } from './quirks.ts';
import { secondTicks, toSecondTick } from './second-ticks.ts';
import { rowOf, SYMBOLS, type SymbolRow } from './symbols.ts';
import { isTrading, tradingTimes } from './trading-hours.ts';
import { type Body, error, type Reply, type SimulatedApiVersion } from './wire.ts';

const CLOSED = error('MarketIsClosed', 'This market is presently closed.');
const UNKNOWN = error('OfferingsInvalidSymbol', 'Symbol is not recognised.');
const ROWS_MAX = 5_000;
const GRANULARITIES_S: ReadonlySet<number> = new Set([
  60, 120, 180, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400,
]);

export type MarketDeps = {
  readonly clock: Clock;
  readonly market: SimulatedMarket;
  readonly generation: SimulatedApiVersion;
  readonly quirks: Readonly<DerivQuirks>;
};

/** Answers the calls about prices and offers, which are the same for every client. */
export class MarketCalls {
  readonly #clock: Clock;
  readonly #market: SimulatedMarket;
  readonly #generation: SimulatedApiVersion;
  readonly #quirks: Readonly<DerivQuirks>;

  constructor({ clock, market, generation, quirks }: MarketDeps) {
    this.#clock = clock;
    this.#market = market;
    this.#generation = generation;
    this.#quirks = quirks;
  }

  isTrading(row: SymbolRow): boolean {
    return isTrading(row, this.#market.asset(row.ours), this.#quirks.hours, this.#clock.now());
  }

  tradingTimes(request: Body): Reply {
    return tradingTimes(request, this.#quirks.hours, this.#clock.now());
  }

  activeSymbols(): Reply {
    const rows = SYMBOLS.flatMap((row, index) => {
      const asset = this.#market.asset(row.ours);
      if (!asset) return [];
      const shown = { row, asset, isOpen: this.isTrading(row) };
      return [this.#generation === 'new' ? newRow(shown) : legacyRow(shown, index)];
    });
    return { payload: { active_symbols: rows } };
  }

  /** @param named currency of the request (v3) or of the account (new API) */
  contractsFor(symbol: unknown, named: unknown): Reply {
    const currency = typeof named === 'string' && isCurrency(named) ? named : PAPER_CURRENCY;
    const row = rowOf(symbol);
    const asset = row && this.#market.asset(row.ours);
    if (!row || !asset) return UNKNOWN;
    const available = ['CALL', 'PUT'].flatMap((type) =>
      OFFERS.map(([expiry, shortest, longest, barriers]) =>
        this.#offer(row, asset, currency, { type, expiry, shortest, longest, barriers }),
      ),
    );
    return { payload: { contracts_for: { available, hit_count: available.length } } };
  }

  /** Returns the reply with a history of ticks or candles, without the fields that a subscription adds. */
  history(request: Body): Reply {
    const row = rowOf(request['ticks_history']);
    if (!row) return UNKNOWN;
    const fault = faultOf(request);
    if (fault !== null) return error('InputValidationFailed', `Input validation failed: ${fault}`);
    const nowS = Math.floor(this.#clock.now() / 1_000);
    const endS = request['end'] === 'latest' ? nowS : Math.min(nowS, Number(request['end']));
    const count = Math.min(ROWS_MAX, Number(request['count'] ?? ROWS_MAX));
    const pip = this.#market.asset(row.ours)?.spec.decimals ?? 0;
    if (request['style'] === 'candles') return this.#candles(row, request, endS, count, pip);
    const startS = Number(request['start'] ?? endS - count * 2);
    const ticks = secondTicks(this.#market, row.ours, startS, endS).slice(-count);
    const history = { prices: ticks.map(({ quote }) => quote), times: ticks.map(({ epoch }) => epoch) };
    return { payload: { history, pip_size: pip }, msgType: 'history' };
  }

  /** Returns the candle that is forming at this time, in the form of an `ohlc` message. */
  runningCandle(row: SymbolRow, sizeS: number, timeMs: number): Body {
    const openS = Math.floor(timeMs / 1_000 / sizeS) * sizeS;
    const { open, high, low, close } = this.#market.candles(row.ours, sizeS, openS * 1_000, timeMs + 1).at(-1) ?? {
      open: 0,
      high: 0,
      low: 0,
      close: 0,
    };
    const decimals = this.#market.asset(row.ours)?.spec.decimals ?? 0;
    const text = (price: number): string => price.toFixed(decimals);
    return {
      symbol: row.theirs,
      granularity: sizeS,
      open_time: openS,
      epoch: Math.floor(timeMs / 1_000),
      open: text(open),
      high: text(high),
      low: text(low),
      close: text(close),
      pip_size: decimals,
    };
  }

  /** Returns the newest tick as a message, or the reason why there is none. */
  tick(symbol: unknown): Reply {
    const row = rowOf(symbol);
    const asset = row && this.#market.asset(row.ours);
    if (!row || !asset) return UNKNOWN;
    if (!this.isTrading(row)) return CLOSED;
    const nowMs = this.#clock.now();
    const { epoch } = toSecondTick(this.#market.lastTick(row.ours, nowMs));
    const last = secondTicks(this.#market, row.ours, epoch, epoch).at(0);
    return { payload: { tick: tickBody(row, asset, { epoch, quote: last?.quote ?? 0 }) }, msgType: 'tick' };
  }

  #candles(row: SymbolRow, request: Body, endS: number, count: number, pip: number): Reply {
    const sizeS = Number(request['granularity'] ?? 60);
    const startS = Number(request['start'] ?? endS - count * sizeS);
    const made = this.#market.candles(row.ours, sizeS, startS * 1_000, endS * 1_000 + 1).slice(-count);
    const candles = made.map(({ time, open, high, low, close }) => ({ epoch: time, open, high, low, close }));
    return { payload: { candles, pip_size: pip }, msgType: 'candles' };
  }

  #offer(row: SymbolRow, asset: Readonly<MarketAsset>, currency: Currency, offer: Offer): Body {
    const common = {
      contract_type: offer.type,
      contract_category: 'callput',
      sentiment: offer.type === 'CALL' ? 'up' : 'down',
      expiry_type: offer.expiry,
      min_contract_duration: offer.shortest,
      max_contract_duration: offer.longest,
      barriers: offer.barriers,
      market: row.market,
      submarket: row.submarket,
      underlying_symbol: row.theirs,
      min_stake: amountOf(asset.minStakeMinor, currency),
      max_stake: amountOf(asset.maxStakeMinor, currency),
      default_stake: 10,
    };
    if (this.#generation === 'new') return common;
    const barrier = offer.barriers === 0 ? 'euro_atm' : 'euro_non_atm';
    return {
      ...common,
      barrier_category: barrier,
      start_type: 'spot',
      exchange_name: row.market === 'synthetic_index' ? 'RANDOM' : 'FOREX',
      contract_category_display: 'Up/Down',
      contract_display: offer.type === 'CALL' ? 'Higher' : 'Lower',
    };
  }
}

/**
 * Returns the name of the first field with a value that the schema of `ticks_history` forbids. Checks only the fields
 * that the simulator reads.
 */
function faultOf({ end, start, count, style, granularity }: Body): string | null {
  const isTime = (value: unknown): boolean => value === undefined || /^[0-9]{1,10}$/.test(String(value));
  if (end !== 'latest' && (end === undefined || !isTime(end))) return 'end';
  if (!isTime(start)) return 'start';
  if (count !== undefined && !(Number.isInteger(count) && Number(count) > 0)) return 'count';
  if (style !== undefined && style !== 'ticks' && style !== 'candles') return 'style';
  return granularity === undefined || GRANULARITIES_S.has(Number(granularity)) ? null : 'granularity';
}

type Offer = { type: string; expiry: string; shortest: string; longest: string; barriers: number };

/** The offered contracts: type of expiry, shortest and longest duration, number of barriers. */
const OFFERS = [
  ['tick', '1t', '10t', 0],
  ['intraday', '15s', '1d', 0],
  ['daily', '1d', '365d', 0],
  ['intraday', '2m', '1d', 1],
] as const;

export const tickBody = (
  row: SymbolRow,
  asset: Readonly<MarketAsset>,
  tick: { epoch: number; quote: number },
): Body => ({
  symbol: row.theirs,
  epoch: tick.epoch,
  quote: tick.quote,
  pip_size: asset.spec.decimals,
  ask: tick.quote + asset.spec.tickSize,
  bid: tick.quote - asset.spec.tickSize,
});

type Shown = { readonly row: SymbolRow; readonly asset: Readonly<MarketAsset>; readonly isOpen: boolean };

const state = (isOpen: boolean): Body => ({ exchange_is_open: isOpen ? 1 : 0, is_trading_suspended: 0 });

const subgroupOf = ({ market }: SymbolRow): string => (market === 'synthetic_index' ? 'synthetics' : 'none');

const newRow = ({ row, asset, isOpen }: Shown): Body => ({
  ...state(isOpen),
  underlying_symbol: row.theirs,
  underlying_symbol_name: row.name,
  underlying_symbol_type: row.type,
  market: row.market,
  submarket: row.submarket,
  subgroup: subgroupOf(row),
  pip_size: asset.spec.tickSize,
  trade_count: 0,
});

const legacyRow = ({ row, asset, isOpen }: Shown, index: number): Body => ({
  ...state(isOpen),
  symbol: row.theirs,
  display_name: row.name,
  symbol_type: row.type,
  display_order: index,
  market: row.market,
  market_display_name: row.market,
  pip: asset.spec.tickSize,
  allow_forward_starting: 0,
  submarket: row.submarket,
  submarket_display_name: row.submarket,
  subgroup: subgroupOf(row),
  subgroup_display_name: subgroupOf(row),
});

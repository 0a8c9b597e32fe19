import type { SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Candle } from '@vigia/core/candles';
import { MARKET_START_MS } from '@vigia/core/market-model';
import { activeIdOf, symbolOf } from './actives.ts';
import type { Fields } from './wire.ts';

type Tick = { readonly timeMs: number; readonly price: number };

const MAX_CANDLES = 1_000;
const FIRST_SIZES_S = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600];

/**
 * Returns the response to `get-candles`: the last `count` candles that open before `to`, the candles since `from`, or
 * those from `from_id` to `to_id`. The forming candle is included.
 */
export function candles(market: SimulatedMarket, body: Fields, nowMs: number): object | null {
  const { active_id, size, count, only_closed } = body;
  const symbol = symbolOf(active_id);
  if (symbol === undefined || typeof size !== 'number') return null;
  // The number of a candle is its open time divided by its size.
  const fromS = numberOf(body['from']) ?? scaled(numberOf(body['from_id']), size);
  const toS = numberOf(body['to']) ?? scaled(numberOf(body['to_id']), size, 1);
  const toMs = Math.min((toS ?? Number.POSITIVE_INFINITY) * 1000, nowMs + 1);
  const wanted = Math.min(numberOf(count) ?? MAX_CANDLES, MAX_CANDLES);
  const fromMs = fromS === null ? toMs - (wanted + 1) * size * 1000 : fromS * 1000;
  const rows = market
    .candles(symbol, size, fromMs, toMs)
    .filter(({ time }) => time * 1000 < toMs && (only_closed !== true || (time + size) * 1000 <= nowMs));
  return { candles: rows.slice(-wanted).map((candle) => candleRow(candle, size)) };
}

/** Returns the response to `get-first-candles`: the start of the history of each candle size. */
export function firstCandles(market: SimulatedMarket, activeId: unknown): object | null {
  const symbol = symbolOf(activeId);
  if (symbol === undefined) return null;
  const first = FIRST_SIZES_S.map((size) => {
    const firstMs = Math.ceil(MARKET_START_MS / size / 1000 + 1) * size * 1000;
    const candle = market.candles(symbol, size, firstMs, firstMs + 1).at(0);
    return [size, candle ? candleRow(candle, size) : {}] as const;
  });
  return { candles_by_size: Object.fromEntries(first) };
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const scaled = (id: number | null, size: number, more = 0): number | null => (id === null ? null : (id + more) * size);

const candleRow = ({ time, open, high, low, close }: Candle, size: number): object => ({
  id: time / size,
  from: time,
  to: time + size,
  at: (time + size) * 1_000_000_000,
  open,
  close,
  min: low,
  max: high,
  volume: 0,
});

export const quoteRow = (symbol: string, { timeMs, price }: Tick): object => ({
  active_id: activeIdOf(symbol),
  time: timeMs,
  ask: price,
  bid: price,
  value: price,
  phase: 'T',
});

/** Returns the forming candle, which includes the given tick. */
export function runningCandle(market: SimulatedMarket, symbol: string, size: number, tick: Tick): object {
  const fromMs = Math.floor(tick.timeMs / 1000 / size) * size * 1000;
  const candle = market.candles(symbol, size, fromMs, fromMs + 1).at(-1);
  const row = candle ? candleRow(candle, size) : {};
  const at = tick.timeMs * 1_000_000;
  return { ...row, active_id: activeIdOf(symbol), size, at, ask: tick.price, bid: tick.price, phase: 'T' };
}

import type { SimulatedMarket } from '@vigia/broker-kit/simulator';
import type { Candle } from '@vigia/core/candles';
import { activeIdOf, symbolOf } from './actives.ts';
import type { Fields } from './wire.ts';

type Tick = { readonly timeMs: number; readonly price: number };

const MAX_CANDLES = 1_000;

/** `get-candles`: the last `count` (or those since `from`) that begin before `to`, the running one among them. */
export function candles(market: SimulatedMarket, body: Fields, nowMs: number): object | null {
  const { active_id, size, from, to, count, only_closed } = body;
  const symbol = symbolOf(active_id);
  if (symbol === undefined || typeof size !== 'number') return null;
  const toMs = typeof to === 'number' ? Math.min(to * 1000, nowMs + 1) : nowMs + 1;
  const wanted = typeof count === 'number' ? Math.min(count, MAX_CANDLES) : MAX_CANDLES;
  const fromMs = typeof from === 'number' ? from * 1000 : toMs - (wanted + 1) * size * 1000;
  const rows = market
    .candles(symbol, size, fromMs, toMs)
    .filter(({ time }) => time * 1000 < toMs && (only_closed !== true || (time + size) * 1000 <= nowMs));
  return { candles: rows.slice(-wanted).map((candle) => candleRow(candle, size)) };
}

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

/** The running candle with that tick in it. */
export function runningCandle(market: SimulatedMarket, symbol: string, size: number, tick: Tick): object {
  const fromMs = Math.floor(tick.timeMs / 1000 / size) * size * 1000;
  const candle = market.candles(symbol, size, fromMs, fromMs + 1).at(-1);
  const row = candle ? candleRow(candle, size) : {};
  const at = tick.timeMs * 1_000_000;
  return { ...row, active_id: activeIdOf(symbol), size, at, ask: tick.price, bid: tick.price, phase: 'T' };
}

import type { CandleType } from '#vocabulary/index.ts';
import { candleBody, candleRange } from './candle-shape.ts';

const DOJI_BODY_MAX = 0.1;
const MARUBOZU_BODY_MIN = 0.9;
const LONG_WICK_MIN = 2;
const SHORT_WICK_MAX = 0.5;

const engulfs = (open: number, close: number, previousOpen: number, previousClose: number): boolean =>
  Math.max(open, close) > Math.max(previousOpen, previousClose) &&
  Math.min(open, close) < Math.min(previousOpen, previousClose) &&
  ((close > open && previousClose < previousOpen) || (close < open && previousClose > previousOpen));

/**
 * Returns the type of a candle: the first match in the order of docs/spec/pcr.md §6. `previousOpen` and
 * `previousClose` belong to the previous candle.
 */
export function candleType(
  open: number,
  high: number,
  low: number,
  close: number,
  previousOpen: number,
  previousClose: number,
): CandleType {
  const body = candleBody(open, close);
  const range = candleRange(high, low);
  if (body <= DOJI_BODY_MAX * range) return 'doji';
  if (engulfs(open, close, previousOpen, previousClose)) return 'envolvente';
  if (body >= MARUBOZU_BODY_MIN * range) return 'marubozu';
  const upperWick = high - Math.max(open, close);
  const lowerWick = Math.min(open, close) - low;
  if (lowerWick >= LONG_WICK_MIN * body && upperWick <= SHORT_WICK_MAX * body) return 'martillo';
  if (upperWick >= LONG_WICK_MIN * body && lowerWick <= SHORT_WICK_MAX * body) return 'estrella_fugaz';
  return 'normal';
}

import type { Color, OracleCandle, OracleSignal } from './oracle-types.ts';

export const colorOf = ({ open, close }: OracleCandle): Color | 'neutral' => {
  if (close === open) return 'neutral';
  return close > open ? 'green' : 'red';
};
export const bodyOf = ({ open, close }: OracleCandle): number => Math.abs(close - open);
export const rangeOf = ({ high, low }: OracleCandle): number => high - low;

/**
 * Returns the smallest positive distance in time between two neighbouring candles; the timeframe if there is only one
 * candle (docs/spec/pcr.md §1).
 */
export function baseStepOf(base: readonly OracleCandle[], timeframeS: number): number {
  const steps = base.slice(1).map(({ time }, i) => time - (base[i]?.time ?? time));
  return steps.length === 0 ? timeframeS : Math.min(...steps);
}

/** Builds the closed candles of the timeframe (docs/spec/pcr.md §1). */
export function oracleCandles(base: readonly OracleCandle[], timeframeS: number): readonly OracleCandle[] {
  const buckets = new Map<number, OracleCandle[]>();
  for (const candle of base) {
    const time = Math.floor(candle.time / timeframeS) * timeframeS;
    buckets.set(time, [...(buckets.get(time) ?? []), candle]);
  }
  const last = base.at(-1);
  const step = baseStepOf(base, timeframeS);
  return [...buckets].flatMap(([time, rows]) => {
    const [first, end] = [rows[0], rows.at(-1)];
    if (first === undefined || end === undefined) return [];
    if (end === last && end.time + step !== time + timeframeS) return [];
    const high = Math.max(...rows.map((row) => row.high));
    const low = Math.min(...rows.map((row) => row.low));
    return [{ time, open: first.open, high, low, close: end.close }];
  });
}

/** Returns the type of a candle: the first definition in docs/spec/pcr.md §6 that matches. */
export function typeOf(candle: OracleCandle, before: OracleCandle | undefined): string {
  const { open, close, high, low } = candle;
  const [body, range] = [bodyOf(candle), rangeOf(candle)];
  const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
  if (body <= 0.1 * range) return 'doji';
  if (before !== undefined) {
    const contains = top > Math.max(before.open, before.close) && bottom < Math.min(before.open, before.close);
    const colors = [colorOf(candle), colorOf(before)];
    if (contains && colors.includes('green') && colors.includes('red')) return 'envolvente';
  }
  if (body >= 0.9 * range) return 'marubozu';
  const [upper, lower] = [high - top, bottom - low];
  if (lower >= 2 * body && upper <= 0.5 * body) return 'martillo';
  return upper >= 2 * body && lower <= 0.5 * body ? 'estrella_fugaz' : 'normal';
}

/** Returns the outcome of a signal, decided by the base candles (docs/spec/pcr.md §6). */
export function outcomeOf(
  signal: Pick<OracleSignal, 'direction' | 'entry_time' | 'entry_price' | 'expiration_time'>,
  base: readonly OracleCandle[],
  step: number,
): Pick<OracleSignal, 'outcome' | 'settle_price'> {
  const { direction, entry_time: entry, entry_price: price, expiration_time: expiration } = signal;
  const end = (base.at(-1)?.time ?? 0) + step;
  if (expiration > end) return { outcome: 'pending', settle_price: null };
  const last = base.filter(({ time }) => time + step <= expiration).at(-1);
  if (last === undefined) return { outcome: 'void', settle_price: null };
  const settle_price = last.close;
  const lastEnd = last.time + step;
  if (lastEnd <= entry || lastEnd <= expiration - Math.max(60, 5 * step)) return { outcome: 'void', settle_price };
  if (settle_price === price) return { outcome: 'tie', settle_price };
  return { outcome: settle_price > price === (direction === 'CALL') ? 'won' : 'lost', settle_price };
}

import { at, type CandleColumns, firstRowFrom } from '@vigia/core/candles';

const HOUR_S = 3_600;
const DAY_S = 86_400;
/** Steps over which returns are compared, and the time between the ends of two fingerprints. */
const SCALES = [
  { stepS: HOUR_S, everyS: 4 * HOUR_S },
  { stepS: DAY_S, everyS: DAY_S },
] as const;
/** Number of returns in a fingerprint. Different prices practically never have three equal returns in a row. */
const RETURNS = 3;
/** Returns are compared to a ten-millionth, which no rounding of a file reaches. */
const UNIT = 1e7;

/** Mixes an integer into a hash of 48 bits. */
const mixed = (hash: number, value: number): number => {
  const low = Math.imul(hash ^ value, 0x9e_37_79_b1) >>> 0;
  return ((hash % 65_536) * 4_294_967_296 + (low ^ (low >>> 15))) % 2 ** 48;
};

/** Returns the fingerprint of the returns that end at a time; null before the data, or if the price did not move. */
function fingerprintAt(candles: CandleColumns, endS: number, stepS: number, candleS: number): number | null {
  let hash = stepS;
  let later: number | null = null;
  for (let back = 0; back <= RETURNS; back += 1) {
    const closed = firstRowFrom(candles, endS - back * stepS - candleS + 1);
    if (closed === 0) return null;
    const close = at(candles.close, closed - 1);
    if (later !== null) {
      const change = Math.round((later / close - 1) * UNIT);
      if (change === 0) return null;
      hash = mixed(hash, change);
    }
    later = close;
  }
  return hash;
}

/**
 * Returns fingerprints of candles: hashes of three consecutive returns of an hour, every four hours, and of a day, at
 * midnight UTC. They are the same in a part of the data, in another timeframe, and under another name or scale of the
 * price. A shift of the time zone changes the fingerprints unless it is a multiple of four hours.
 * @param stepSeconds step of the candles
 */
export function fingerprintsOf(candles: CandleColumns, stepSeconds: number): number[] {
  if (candles.length === 0) return [];
  const [first, last] = [at(candles.time, 0), at(candles.time, candles.length - 1) + stepSeconds];
  const fingerprints = new Set<number>();
  for (const { stepS, everyS } of SCALES) {
    if (stepSeconds > stepS) continue;
    for (let endS = Math.ceil(first / everyS) * everyS; endS <= last; endS += everyS) {
      const fingerprint = fingerprintAt(candles, endS, stepS, stepSeconds);
      if (fingerprint !== null) fingerprints.add(fingerprint);
    }
  }
  return [...fingerprints];
}

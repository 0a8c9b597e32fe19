import { SeededRng } from '@vigia/testkit';
import * as peer from 'trading-signals';
import { describe, expect, it } from 'vitest';
import { Atr, Bollinger, Ema, Rsi, Sma } from './index.ts';

const COUNT = 1_500;
/**
 * trading-signals starts its EMA with the first close and its ATR with the first range. After this many candles the
 * difference is negligible.
 */
const SEED_FADED = 1_000;

function closes(): readonly number[] {
  const rng = new SeededRng(11);
  let close = 1.2;
  return Array.from({ length: COUNT }, () => {
    close *= 1 + (rng.next() - 0.5) * 0.002;
    return close;
  });
}

const barOf = (close: number, index: number) => ({
  high: close * 1.0005,
  low: close * (0.9995 - (index % 7) * 1e-5),
  close,
});

/** Compares a value of ours with a value of trading-signals, where null means NaN. */
function expectSame(ours: number, theirs: number | null | undefined, digits: number): void {
  if (theirs === null || theirs === undefined) expect(ours).toBeNaN();
  else expect(ours).toBeCloseTo(theirs, digits);
}

describe('our indicators compared with the npm package trading-signals 8.3.0:', () => {
  it('have equal SMA and RSI from the first value', () => {
    const [sma, peerSma, rsi, peerRsi] = [new Sma(20), new peer.SMA(20), new Rsi(14), new peer.RSI(14)];
    for (const close of closes()) {
      expectSame(sma.push(close), peerSma.add(close), 12);
      expectSame(rsi.push(close), peerRsi.add(close), 9);
    }
  });

  it('have equal Bollinger bands', () => {
    const bands = new Bollinger(20, 2);
    const peerBands = new peer.BollingerBands(20, 2);
    for (const close of closes()) {
      bands.push(close);
      const expected = peerBands.add(close);
      expectSame(bands.upper, expected?.upper, 12);
      expectSame(bands.lower, expected?.lower, 12);
    }
  });

  it('have equal EMA and ATR once the effect of different start values has faded', () => {
    const [ema, peerEma, atr, peerAtr] = [new Ema(30), new peer.EMA(30), new Atr(14), new peer.ATR(14)];
    closes().forEach((close, index) => {
      const bar = barOf(close, index);
      const [ours, ourRange] = [ema.push(close), atr.push(bar.high, bar.low, close)];
      const [theirs, theirRange] = [peerEma.add(close), peerAtr.add(bar)];
      if (index < SEED_FADED) return;
      expectSame(ours, theirs, 12);
      expectSame(ourRange, theirRange, 12);
    });
  });
});

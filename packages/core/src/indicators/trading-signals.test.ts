import { SeededRng } from '@vigia/testkit';
import * as peer from 'trading-signals';
import { describe, expect, it } from 'vitest';
import { Adx, Atr, Bollinger, Donchian, Ema, Rsi, Sma, Stochastic } from './index.ts';

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

/** Compares a value of this package with a value of trading-signals, where null means NaN. */
function expectSame(ours: number, theirs: number | null | undefined, digits: number): void {
  if (theirs === null || theirs === undefined) expect(ours).toBeNaN();
  else expect(ours).toBeCloseTo(theirs, digits);
}

describe('indicators of this package compared with the npm package trading-signals 8.3.0:', () => {
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

  it('have equal stochastic lines', () => {
    const stochastic = new Stochastic(14, 3, 5);
    const peerStochastic = new peer.StochasticOscillator({ kPeriod: 14, kSlowingPeriod: 3, dPeriod: 5 });
    closes().forEach((close, index) => {
      const bar = barOf(close, index);
      stochastic.push(bar.high, bar.low, close);
      const expected = peerStochastic.add(bar);
      if (expected) expectSame(stochastic.k, expected.stochK, 9);
      expectSame(stochastic.d, expected?.stochD, 9);
    });
  });

  it('have equal EMA and ATR once the effect of different start values is negligible', () => {
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

  it('have an equal ADX and equal directional lines once the effect of different start values is negligible', () => {
    const [adx, peerAdx] = [new Adx(14), new peer.ADX(14)];
    closes().forEach((close, index) => {
      const bar = barOf(close, index);
      adx.push(bar.high, bar.low, close);
      const expected = peerAdx.add(bar);
      if (index < SEED_FADED) return;
      expectSame(adx.value, expected, 9);
      // The package trading-signals returns the directional lines as fractions.
      expectSame(adx.plusDi / 100, Number(peerAdx.pdi), 9);
      expectSame(adx.minusDi / 100, Number(peerAdx.mdi), 9);
    });
  });

  it('have an equal Donchian channel, one candle later', () => {
    const [channel, peerChannel] = [new Donchian(20), new peer.DonchianChannels(20)];
    let before: ReturnType<typeof peerChannel.add> = null;
    closes().forEach((close, index) => {
      const bar = barOf(close, index);
      channel.push(bar.high, bar.low);
      expectSame(channel.upper, before?.upper, 12);
      expectSame(channel.lower, before?.lower, 12);
      before = peerChannel.add(bar);
    });
  });
});

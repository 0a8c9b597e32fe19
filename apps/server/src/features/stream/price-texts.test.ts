import type { Candle } from '@vigia/core/candles';
import { describe, expect, it } from 'vitest';
import { PriceTexts } from './price-texts.ts';

describe('PriceTexts', () => {
  it('serializes a price or a forming candle again after a change, even if it is the same object', () => {
    const latest = { price: 1.1, timeMs: 1 };
    const candle: { -readonly [Key in keyof Candle]: Candle[Key] } = { time: 60, open: 1, high: 2, low: 1, close: 2 };
    const texts = new PriceTexts({ latest: () => latest, forming: () => candle, followedSecondCandles: () => [] });
    const written = () => [texts.ticksOf(['EURUSD']), texts.formingOf('EURUSD', '1m')];
    const [tick, forming] = written();
    expect(tick).toBe('{"type":"ticks","ticks":[["EURUSD",1,1.1]]}');
    expect(written()).toEqual([tick, forming]);
    latest.timeMs = 2;
    candle.close = 1.5;
    expect(written()[0]).toContain('["EURUSD",2,1.1]');
    expect(JSON.parse(written()[1] ?? '')).toMatchObject({ candle: { close: 1.5, closed: false } });
    latest.price = 1.2;
    candle.high = 3;
    expect(written()[0]).toContain('["EURUSD",2,1.2]');
    expect(JSON.parse(written()[1] ?? '')).toMatchObject({ candle: { high: 3 } });
  });

  it('omits symbols without a known price', () => {
    const prices = new Map([['EURUSD', { price: 1.1, timeMs: 1 }]]);
    const texts = new PriceTexts({
      latest: (symbol) => prices.get(symbol) ?? null,
      forming: () => null,
      followedSecondCandles: () => [],
    });
    expect(texts.ticksOf(['GBPUSD', 'EURUSD'])).toBe('{"type":"ticks","ticks":[["EURUSD",1,1.1]]}');
    expect(texts.ticksOf(['GBPUSD'])).toBeNull();
    expect(texts.formingOf('EURUSD', '1m')).toBeNull();
  });

  it('returns whether a price has changed since a given change counter', () => {
    const texts = new PriceTexts({ latest: () => null, forming: () => null, followedSecondCandles: () => [] });
    texts.tick('EURUSD');
    const since = texts.moves;
    expect(texts.hasMoved('EURUSD', since)).toBe(false);
    texts.tick('GBPUSD');
    expect([texts.hasMoved('EURUSD', since), texts.hasMoved('GBPUSD', since)]).toEqual([false, true]);
  });
});

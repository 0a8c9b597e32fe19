import { describe, expect, it } from 'vitest';
import { MarketScene, measureScene } from './market-scene.ts';

describe('the chart animation of the landing page', () => {
  it('ends with a demand zone and a CALL signal that the PCR detector finds in its candles', () => {
    const { zones, signal, over } = new MarketScene().finish();
    expect(over).toBe(true);
    expect(signal?.direction).toBe('CALL');
    expect(signal?.zone.kind).toBe('demand');
    expect(zones).toContain(signal?.zone);
  });

  it('shows price zone and signal only after the candles that create them have closed', () => {
    const scene = new MarketScene();
    expect(scene.frame()).toMatchObject({ zones: [], signal: null, over: false });
    expect(scene.frame().closed.length).toBeGreaterThanOrEqual(13);
  });

  it('is full of candles from its first frame, and moves on with each new candle', () => {
    const scene = new MarketScene();
    const { candles } = measureScene().reference;
    let { startTime, closed, forming } = scene.frame();
    expect(closed.length + (forming ? 1 : 0)).toBeGreaterThanOrEqual(candles);
    expect(closed[0]?.time).toBeLessThanOrEqual(startTime);
    const firstTime = startTime;
    for (let ticks = 0; ticks < 200; ticks += 1) ({ startTime, closed, forming } = scene.advance(1));
    expect(startTime).toBeGreaterThan(firstTime);
    expect(closed[0]?.time).toBeLessThanOrEqual(startTime);
  });

  it('has the same final state whether it is played tick by tick or all at once', () => {
    const slow = new MarketScene();
    let frame = slow.frame();
    while (!frame.over) frame = slow.advance(7);
    expect(frame).toEqual(new MarketScene().finish());
  });

  it('contains a sequence of candles that meets the limits shown on the page', () => {
    const { facts, reference } = measureScene();
    expect(facts).not.toBeNull();
    if (!facts) return;
    expect(facts.length).toBeGreaterThanOrEqual(facts.lengthRange[0]);
    expect(facts.strong).toBeGreaterThanOrEqual(facts.strongMin);
    expect(facts.rangeAtr).toBeGreaterThanOrEqual(facts.rangeAtrMin);
    expect(reference.high).toBeGreaterThan(reference.low);
  });
});

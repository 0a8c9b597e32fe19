import { describe, expect, it } from 'vitest';
import { PcrDetector } from './detector.ts';
import { Scenario, START, SUPPLY_ZONE, setupOf } from './testing.ts';

describe('a detector', () => {
  it('reports the time of its last candle, and no time before the first candle', () => {
    const detector = new PcrDetector(setupOf({}));
    expect(detector.lastCandleTime).toBeNull();
    detector.push(START, 100, 101, 99, 100);
    expect(detector.lastCandleTime).toBe(START);
  });

  it('has as live zones exactly the published zones that have not ended', () => {
    const { detector, seen } = new Scenario({ trigger: 'touch' }).candles(...SUPPLY_ZONE);
    expect(seen.zones).toHaveLength(1);
    expect(detector.liveZones).toEqual(seen.zones);
  });

  it('throws for a snapshot of another version', () => {
    const detector = new PcrDetector(setupOf({}));
    const later = { ...detector.snapshot(), version: 2 as 1 };
    expect(() => detector.restore(later)).toThrow('a detector restores snapshots of version 1, got 2');
  });
});

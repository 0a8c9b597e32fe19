import { describe, expect, it } from 'vitest';
import { durationMs, epochMs } from '#kernel/index.ts';
import { isLate, LatencyWindow } from './lateness.ts';

const ENTRY_MS = epochMs(1_800_000_000_000);
const at = (ms: number) => epochMs(ENTRY_MS + ms);

describe('an order on a signal', () => {
  it.each([
    [3_000, 0, false],
    [3_001, 0, true],
    [2_000, 1_000, false],
    [2_000, 1_001, true],
    [-500, 0, false],
  ])('is late if %d ms since the entry plus a latency of %d ms exceed 3 s', (sinceEntryMs, latencyMs, late) => {
    expect(isLate(ENTRY_MS, at(sinceEntryMs), durationMs(latencyMs))).toBe(late);
  });
});

describe('the latency of a venue', () => {
  it('is zero before the first order', () => {
    expect(new LatencyWindow().percentile(0.95, at(0))).toBe(0);
  });

  it('is a percentile of the latencies of the last hundred orders', () => {
    const latency = new LatencyWindow();
    for (let order = 0; order < 50; order += 1) latency.add(at(order), durationMs(9_999));
    for (let ms = 1; ms <= 100; ms += 1) latency.add(at(50 + ms), durationMs(ms));
    expect([0.5, 0.95, 1].map((share) => latency.percentile(share, at(200)))).toEqual([50, 95, 100]);
  });

  it('is the latency of the only order if there has been one order', () => {
    const latency = new LatencyWindow();
    latency.add(at(0), durationMs(70));
    expect(latency.percentile(0.95, at(1))).toBe(70);
  });

  it('ignores measurements older than a quarter of an hour, so that orders to a slow venue are sent again', () => {
    const latency = new LatencyWindow();
    latency.add(at(0), durationMs(9_000));
    expect(latency.percentile(0.95, at(15 * 60_000))).toBe(9_000);
    expect(latency.percentile(0.95, at(15 * 60_000 + 1))).toBe(0);
  });
});

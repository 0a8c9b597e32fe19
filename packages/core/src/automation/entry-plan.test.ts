import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMs, epochMs } from '#kernel/index.ts';
import { ENTRY_PRECISION_MS, plannedSendTime } from './entry-plan.ts';
import { ENTRY_TOLERANCE_MS } from './lateness.ts';

const ENTRY_MS = 1_800_000_000_000;

/**
 * Returns the planned time of sending, in milliseconds after the entry. The order is ready `readyMs` after the entry.
 */
const sentAfter = (readyMs: number, leadMs: number, entryMs = ENTRY_MS) =>
  plannedSendTime(epochMs(entryMs), { nowMs: epochMs(entryMs + readyMs), leadMs: durationMs(leadMs) }) - entryMs;

describe('the planned entry of a signal', () => {
  it.each([
    { name: 'sends immediately if the entry itself can be reached', readyMs: 40, leadMs: 30, sent: 40 },
    { name: 'sends immediately at the last moment that still reaches the entry', readyMs: 170, leadMs: 30, sent: 170 },
    { name: 'waits for the next second if the entry is out of reach', readyMs: 171, leadMs: 30, sent: 970 },
    { name: 'sends earlier to a venue with more latency', readyMs: 400, leadMs: 350, sent: 650 },
    { name: 'never sends before the entry less the latency', readyMs: -2_000, leadMs: 100, sent: -100 },
    { name: 'sends immediately if the next second would be late', readyMs: 2_300, leadMs: 100, sent: 2_300 },
  ])('$name', ({ readyMs, leadMs, sent }) => {
    expect(sentAfter(readyMs, leadMs)).toBe(sent);
  });

  it('is immediate if the price touched a level, because such an entry lies between two seconds', () => {
    expect(sentAfter(400, 30, ENTRY_MS + 137)).toBe(400);
  });

  it('is the same if it is computed again at the planned time', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 4_000 }), fc.integer({ min: 0, max: 1_500 }), (readyMs, leadMs) => {
        const sent = sentAfter(readyMs, leadMs);
        expect(sentAfter(sent, leadMs)).toBe(sent);
      }),
    );
  });

  it('leads to an acceptance near a whole second, or else the order is sent at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5_000, max: 4_000 }), fc.integer({ min: 0, max: 1_500 }), (readyMs, leadMs) => {
        const sent = sentAfter(readyMs, leadMs);
        const acceptedMs = sent + leadMs;
        const fromSecondMs = Math.abs(acceptedMs - Math.round(acceptedMs / 1_000) * 1_000);
        expect(sent).toBeGreaterThanOrEqual(readyMs);
        if (sent > readyMs) expect([fromSecondMs, acceptedMs < ENTRY_TOLERANCE_MS]).toEqual([0, true]);
        else if (acceptedMs < ENTRY_TOLERANCE_MS - 1_000) expect(fromSecondMs).toBeLessThanOrEqual(ENTRY_PRECISION_MS);
      }),
    );
  });
});

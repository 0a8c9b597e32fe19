import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMs, epochMs } from '#kernel/index.ts';
import { ENTRY_PREPARATION_MS, ENTRY_REACH_MS, plannedEntry } from './entry-plan.ts';
import { ENTRY_TOLERANCE_MS } from './lateness.ts';

const ENTRY_MS = 1_800_000_000_000;

type Times = { readonly readyMs: number; readonly writingMs: number; readonly transitMs: number };

/** Returns the planned times in milliseconds after the entry. The order is ready `readyMs` after the entry. */
function planned({ readyMs, writingMs, transitMs }: Times, entryMs = ENTRY_MS) {
  const times = { writingMs: durationMs(writingMs), transitMs: durationMs(transitMs) };
  const { writeAtMs, sendAtMs } = plannedEntry(epochMs(entryMs), { nowMs: epochMs(entryMs + readyMs), ...times });
  return { write: writeAtMs - entryMs, send: sendAtMs - entryMs };
}

const anyTimes = fc.record({
  readyMs: fc.integer({ min: -5_000, max: 4_000 }),
  writingMs: fc.integer({ min: 0, max: 800 }),
  transitMs: fc.integer({ min: 0, max: 800 }),
});

describe('the planned entry of a signal', () => {
  it.each([
    ['is immediate if the entry itself can be reached', { readyMs: 40, writingMs: 10, transitMs: 20 }, 40, 40],
    ['is immediate at the last moment that reaches the entry', { readyMs: 70, writingMs: 10, transitMs: 20 }, 70, 70],
    ['is the next second if the entry is out of reach', { readyMs: 71, writingMs: 10, transitMs: 20 }, 730, 980],
    ['is sent earlier to a venue that is farther away', { readyMs: 400, writingMs: 10, transitMs: 300 }, 450, 700],
    [
      'is written at once if the time of preparation has begun',
      { readyMs: 850, writingMs: 10, transitMs: 20 },
      850,
      980,
    ],
    ['is written earlier where writing takes longer', { readyMs: 300, writingMs: 400, transitMs: 100 }, 500, 900],
    ['is not before the entry', { readyMs: -2_000, writingMs: 10, transitMs: 100 }, -350, -100],
    ['is immediate if the next second would be late', { readyMs: 2_300, writingMs: 50, transitMs: 50 }, 2_300, 2_300],
  ] as const)('%s', (_name, times, write, send) => {
    expect(planned(times)).toEqual({ write, send });
  });

  it('is immediate if the price touched a level, because such an entry lies between two seconds', () => {
    const times = { readyMs: 400, writingMs: 10, transitMs: 20 };
    expect(planned(times, ENTRY_MS + 137)).toEqual({ write: 400, send: 400 });
  });

  it('is the same if it is computed again while the order can still be written', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        const { write, send } = planned(times);
        if (write + times.writingMs > send) return;
        expect(planned({ ...times, readyMs: write })).toEqual({ write, send });
      }),
    );
  });

  it('leads to an acceptance on a whole second, or the order is sent at once', () => {
    fc.assert(
      fc.property(anyTimes, (times) => {
        const { write, send } = planned(times);
        const acceptedMs = send + times.transitMs;
        const fromSecondMs = Math.abs(acceptedMs - Math.round(acceptedMs / 1_000) * 1_000);
        expect([write >= times.readyMs, send >= write]).toEqual([true, true]);
        if (write > times.readyMs) expect(send - write).toBe(Math.max(ENTRY_PREPARATION_MS, times.writingMs));
        if (send > times.readyMs) expect([fromSecondMs, acceptedMs < ENTRY_TOLERANCE_MS]).toEqual([0, true]);
        else if (acceptedMs + times.writingMs < ENTRY_TOLERANCE_MS - 1_000)
          expect(fromSecondMs).toBeLessThanOrEqual(ENTRY_REACH_MS);
      }),
    );
  });
});

import { epochMs } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import { decideRefresh } from './refresh-session.ts';

const DAY_MS = 86_400_000;
const LIMITS = { reuseIntervalMs: 10_000, idleMs: 7 * DAY_MS, absoluteMs: 30 * DAY_MS };
const CREATED_MS = 1_800_000_000_000;

const decide = (counter: number, sinceRotationMs: number, ageMs = sinceRotationMs) => {
  const nowMs = CREATED_MS + ageMs;
  const rotated = new Date(nowMs - sinceRotationMs);
  const session = { refresh_counter: 5, rotated_at: rotated, last_seen_at: rotated, created_at: new Date(CREATED_MS) };
  return decideRefresh(session, counter, LIMITS, epochMs(nowMs));
};

describe('decideRefresh', () => {
  it('rotates for the current token', () => {
    expect(decide(5, DAY_MS)).toBe('rotate');
  });

  it('repeats the current token for its predecessor at any time', () => {
    expect(decide(4, 0)).toBe('repeat');
    expect(decide(4, 6 * DAY_MS)).toBe('repeat');
  });

  it('treats an older token as a late duplicate within the interval, and as stolen after it', () => {
    expect(decide(3, 10_000)).toBe('repeat');
    expect(decide(3, 10_001)).toBe('reused');
    expect(decide(0, 10_001)).toBe('reused');
  });

  it('treats a token as stolen if the session has not reached its counter', () => {
    expect(decide(6, 60_000)).toBe('reused');
  });

  it('ends an idle session after 7 days and any session after 30', () => {
    expect(decide(5, 7 * DAY_MS - 1)).toBe('rotate');
    expect(decide(5, 7 * DAY_MS)).toBe('expired');
    expect(decide(5, 1_000, 30 * DAY_MS - 1)).toBe('rotate');
    expect(decide(5, 1_000, 30 * DAY_MS)).toBe('expired');
  });
});

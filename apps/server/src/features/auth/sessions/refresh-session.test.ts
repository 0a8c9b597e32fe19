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
  it('returns `rotate` for the current token', () => {
    expect(decide(5, DAY_MS)).toBe('rotate');
  });

  it('returns `repeat` for the predecessor of the current token, however late', () => {
    expect(decide(4, 0)).toBe('repeat');
    expect(decide(4, 6 * DAY_MS)).toBe('repeat');
  });

  it('returns `repeat` for an older token within the reuse interval, and `reused` after it', () => {
    expect(decide(3, 10_000)).toBe('repeat');
    expect(decide(3, 10_001)).toBe('reused');
    expect(decide(0, 10_001)).toBe('reused');
  });

  it('returns `reused` for a token whose counter is higher than that of the session', () => {
    expect(decide(6, 60_000)).toBe('reused');
  });

  it('returns `expired` for a session after 7 days without use, and for any session after 30 days', () => {
    expect(decide(5, 7 * DAY_MS - 1)).toBe('rotate');
    expect(decide(5, 7 * DAY_MS)).toBe('expired');
    expect(decide(5, 1_000, 30 * DAY_MS - 1)).toBe('rotate');
    expect(decide(5, 1_000, 30 * DAY_MS)).toBe('expired');
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { duration, Stop } from './say.mjs';

const POLL_MS = 250;

/**
 * Repeats `attempt` until it returns a value.
 * @template Value
 * @param {() => Promise<Value | null>} attempt
 * @param {number} limitMs
 * @returns {Promise<Value>}
 * @throws Stop after the limit
 */
export async function repeatUntilValue(attempt, limitMs) {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const value = await attempt();
    if (value !== null) return value;
    if (performance.now() > deadlineMs) throw new Stop(`No terminó en ${duration(limitMs)}.`);
    await sleep(POLL_MS);
  }
}

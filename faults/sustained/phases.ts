import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderAttempt } from '../harness/people.ts';
import { SteadyLoad } from '../harness/steady-load.ts';
import type { World } from '../harness/world.ts';

/** Number of users. Each may have 60 open trades, and at any time about 3,000 trades of one minute are open. */
export const USERS_UNDER_LOAD = 70;
const SECOND_MS = 1_000;
const TOTAL_MS = 120 * SECOND_MS;
const BEFORE_MS = 20 * SECOND_MS;
/**
 * Time limit in milliseconds for the response to every request, even during a fault: docs/spec/retention-and-faults.md
 * §3.
 */
const ANSWERED_WITHIN_MS = 5 * SECOND_MS;
/** Maximum time in milliseconds from the end of a fault to the next accepted order. */
const AGAIN_WITHIN_MS = 10 * SECOND_MS;

/** A fault. `begin` causes it, and it lasts for the given time. It is over when the promise of `end` resolves. */
export type Fault = {
  readonly begin: () => Promise<void> | void;
  readonly lastsMs: number;
  readonly end: () => Promise<void> | void;
};

/**
 * Sends 50 orders per second for two minutes and injects the faults one after another. Checks that every order gets its
 * response in time, and that the server accepts orders again soon after each fault.
 */
export async function runUnderLoad(world: World, faults: readonly Fault[]): Promise<readonly OrderAttempt[]> {
  const load = new SteadyLoad(world);
  const sinceMs = performance.now();
  await sleep(BEFORE_MS);
  const faultyMs = faults.reduce((sum, { lastsMs }) => sum + lastsMs, 0);
  const pauseMs = (TOTAL_MS - BEFORE_MS - faultyMs) / faults.length;
  let againMs = 0;
  for (const { begin, lastsMs, end } of faults) {
    await begin();
    await sleep(lastsMs);
    await end();
    const endedMs = performance.now();
    await sleep(pauseMs);
    againMs = Math.max(againMs, firstAccepted(load.answered, endedMs) - endedMs);
  }
  await sleep(Math.max(0, TOTAL_MS - (performance.now() - sinceMs)));
  const attempts = await load.stop();
  world.measure('orders again after (ms)', Math.round(againMs));
  world.expect(againMs <= AGAIN_WITHIN_MS, 'I11', `orders are accepted again only after ${Math.round(againMs)} ms`);
  judgeAnswers(world, attempts);
  return attempts;
}

/**
 * Returns the time at which the first accepted order got its response; counts only orders that were sent at or after
 * `afterMs`.
 */
const firstAccepted = (attempts: readonly OrderAttempt[], afterMs: number): number =>
  Math.min(
    ...attempts
      .filter(({ sentAtMs, outcome }) => sentAtMs >= afterMs && outcome.kind === 'accepted')
      .map(({ answeredAtMs }) => answeredAtMs),
  );

function judgeAnswers(world: World, attempts: readonly OrderAttempt[]): void {
  const longestMs = Math.round(Math.max(...attempts.map(tookMs)));
  world.measure('accepted', attempts.filter(({ outcome }) => outcome.kind === 'accepted').length);
  world.measure('p95 of all answers (ms)', responseTimeP95(attempts));
  world.measure('longest answer (ms)', longestMs);
  world.expect(longestMs <= ANSWERED_WITHIN_MS, 'I11', `an order was answered after ${longestMs} ms`);
}

const tookMs = ({ sentAtMs, answeredAtMs }: OrderAttempt): number => answeredAtMs - sentAtMs;

/** Returns the 95th percentile of the response times of the orders, in milliseconds. */
export function responseTimeP95(attempts: readonly OrderAttempt[]): number {
  const took = attempts.map(tookMs).toSorted((a, b) => a - b);
  return Math.round(took[Math.floor(took.length * 0.95)] ?? Infinity);
}

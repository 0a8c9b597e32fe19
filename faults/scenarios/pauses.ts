import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const PAUSE_MS = 60_000;

/** Freezes the server process for a minute. Meanwhile its sockets contain unread orders, and trades expire. */
async function playStopped(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(5, 15));
  const stoppedMs = world.between(800, 2_500);
  world.server.pause();
  const woken = world.server.pass(PAUSE_MS - stoppedMs);
  const late = world.order(world.between(3, 10));
  await new Promise((resolve) => setTimeout(resolve, stoppedMs));
  world.server.resume();
  await woken;
  await late;
  await world.healthy();
  await world.order(world.between(3, 10));
}

export const PAUSES: readonly Scenario[] = [
  {
    number: 20,
    fault: 'the process stands still for 60 s',
    injection: 'SIGSTOP, SIGCONT; the rest of the minute passes on its clock at once',
    play: playStopped,
  },
];

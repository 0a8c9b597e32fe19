import type { World } from '../harness/world.ts';
import type { Scenario } from '../scenario.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TEN_YEARS_MS = 3_652 * 24 * HOUR_MS;

/**
 * Lengths in milliseconds of a clock jump that is not undone. They are short: after a jump back, the clock must first
 * pass the times that it has already shown.
 */
const STAYING_MS = [SECOND_MS, 5 * MINUTE_MS] as const;
/** Lengths in milliseconds of a clock jump that is undone later, as when an operator corrects a wrong clock. */
const UNDONE_MS = [SECOND_MS, 5 * MINUTE_MS, HOUR_MS, TEN_YEARS_MS] as const;

/**
 * Sets the clock ahead or back and undoes the jump in some runs, or makes the clock one percent too fast. Users send
 * orders meanwhile.
 */
async function playWrongClock(world: World): Promise<void> {
  await world.begin(3);
  await world.order(world.between(5, 15));
  const how = world.pick(['ahead', 'back', 'ahead and right again', 'back and right again', 'drift'] as const);
  switch (how) {
    case 'ahead':
      return playJump(world, world.pick(STAYING_MS));
    case 'back':
      return playJump(world, -world.pick(STAYING_MS));
    case 'ahead and right again':
      return playCorrection(world, world.pick(UNDONE_MS));
    case 'back and right again':
      return playCorrection(world, -world.pick(UNDONE_MS));
    case 'drift':
      return playDrift(world);
  }
}

async function playDrift(world: World): Promise<void> {
  await world.server.drift(1.01);
  await world.server.leap(world.between(60, 150) * SECOND_MS);
  await world.order(world.between(3, 10));
  await world.server.drift(1);
}

async function playJump(world: World, jumpMs: number): Promise<void> {
  await world.server.jump(jumpMs);
  await world.order(world.between(3, 10));
  await world.server.leap(world.between(500, 3_000));
  await world.order(world.between(3, 10));
  if (jumpMs < 0) await world.server.leap(30 * SECOND_MS - jumpMs, 100);
  await world.healthy();
  await world.order(world.between(3, 10));
}

async function playCorrection(world: World, jumpMs: number): Promise<void> {
  await world.server.jump(jumpMs);
  await world.order(world.between(3, 10));
  await world.server.leap(world.between(500, 2_000));
  await world.order(world.between(3, 10));
  await world.server.jump(-jumpMs);
  await world.order(world.between(3, 10));
  // After a short jump ahead is undone, the clock shows times again whose prices the market has already sent. New
  // prices come only after the clock has passed these times.
  if (jumpMs > 0 && jumpMs < HOUR_MS) await world.server.leap(jumpMs + 30 * SECOND_MS, 100);
  await world.healthy();
  await world.order(world.between(3, 10));
}

/** Times at which calendars and 32-bit timestamps behave in unusual ways. */
const EDGES = {
  'the hour that New York has twice': '2027-11-07T06:00:00.000Z',
  'the hour that Madrid has not': '2027-03-28T01:00:00.000Z',
  'a leap second': '2026-12-31T23:59:59.000Z',
  'the last second of 31 bits': '2038-01-19T03:14:07.000Z',
  'the leap day': '2028-02-29T00:00:00.000Z',
} as const;

/** Opens trades before one of these times so that they expire after it. The candles must continue without a gap. */
async function playEdge(world: World): Promise<void> {
  const edge = world.pick([
    'the hour that New York has twice',
    'the hour that Madrid has not',
    'a leap second',
    'the last second of 31 bits',
    'the leap day',
  ] as const);
  world.startMs = Date.parse(EDGES[edge]) - world.between(60, 100) * SECOND_MS;
  await world.begin(3);
  await world.order(world.between(5, 15));
  const untilMs = Date.parse(EDGES[edge]) - world.server.nowMs;
  await world.server.leap(Math.max(0, untilMs));
  // A system that cannot show 23:59:60 shows 23:59:59 twice.
  if (edge === 'a leap second') await world.server.jump(-SECOND_MS);
  await world.order(world.between(3, 10));
  await world.server.leap(world.between(5, 120) * SECOND_MS);
  await world.healthy();
  await world.order(world.between(3, 10));
}

export const CLOCKS: readonly Scenario[] = [
  {
    number: 21,
    fault: 'the clock jumps or drifts',
    injection: '±1 s, 5 min, 1 h or 10 years at once, also undone; or 1 % too fast',
    play: playWrongClock,
  },
  {
    number: 22,
    fault: 'DST, leap second, leap day, 2038',
    injection: 'the run lies across that moment',
    isLongFormOnly: true,
    play: playEdge,
  },
];

import { epochMs } from '#kernel/index.ts';
import type { RiskRule } from '../rule.ts';

const MINUTE_MS = 60_000;

/** After so many losses in a row the user pauses; the clock starts at the last of them. */
export const coolDown: RiskRule = (_order, { nowMs, losingStreak }, { coolDown: pause }) => {
  if (pause === null || losingStreak === null || losingStreak.losses < pause.afterLosses) return null;
  const untilMs = epochMs(losingStreak.lastLossAtMs + pause.minutes * MINUTE_MS);
  return nowMs < untilMs ? { code: 'cool_down', details: { losses: losingStreak.losses, untilMs } } : null;
};

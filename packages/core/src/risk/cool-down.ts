import { type EpochMs, epochMs } from '#kernel/index.ts';
import type { RiskFacts, RiskLimits } from './order.ts';
import type { RiskRule } from './rule.ts';

const MINUTE_MS = 60_000;

/** When the pause after losses ends; null = there is none. The clock starts at the last of them. */
export function pauseEndsAtMs(
  { nowMs, losingStreak }: Pick<RiskFacts, 'nowMs' | 'losingStreak'>,
  { coolDown: pause }: Pick<RiskLimits, 'coolDown'>,
): EpochMs | null {
  if (pause === null || losingStreak === null || losingStreak.losses < pause.afterLosses) return null;
  const untilMs = epochMs(losingStreak.lastLossAtMs + pause.minutes * MINUTE_MS);
  return nowMs < untilMs ? untilMs : null;
}

/** After so many losses in a row the user pauses. */
export const coolDown: RiskRule = (_order, facts, limits) => {
  const untilMs = pauseEndsAtMs(facts, limits);
  if (untilMs === null) return null;
  return { code: 'cool_down', details: { losses: facts.losingStreak?.losses ?? 0, untilMs } };
};

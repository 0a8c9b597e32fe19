import { type EpochMs, epochMs } from '#kernel/index.ts';
import type { RiskFacts, RiskLimits } from './order.ts';
import type { RiskRule } from './rule.ts';

const MINUTE_MS = 60_000;

/** Returns the end of the pause after losses in a row; null without a pause. The pause begins at the last loss. */
export function pauseEndsAtMs(
  { nowMs, losingStreak }: Pick<RiskFacts, 'nowMs' | 'losingStreak'>,
  { coolDown: pause }: Pick<RiskLimits, 'coolDown'>,
): EpochMs | null {
  if (pause === null || losingStreak === null || losingStreak.losses < pause.afterLosses) return null;
  const untilMs = epochMs(losingStreak.lastLossAtMs + pause.minutes * MINUTE_MS);
  return nowMs < untilMs ? untilMs : null;
}

/** Refuses orders during the pause after losses in a row. */
export const coolDown: RiskRule = (_order, facts, limits) => {
  const untilMs = pauseEndsAtMs(facts, limits);
  if (untilMs === null) return null;
  return { code: 'cool_down', details: { losses: facts.losingStreak?.losses ?? 0, untilMs } };
};

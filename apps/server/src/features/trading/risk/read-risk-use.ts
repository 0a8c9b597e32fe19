import type { RiskUse } from '@vigia/contract';
import { type EpochMs, type MinorUnits } from '@vigia/core/kernel';
import { pauseEndsAtMs } from '@vigia/core/risk';
import { formatMinor } from '@vigia/core/trades';
import type { AutomationDeps } from './automation-deps.ts';
import { readRisk } from './read-risk.ts';

const iso = (timeMs: EpochMs): string => new Date(timeMs).toISOString();
const amount = (minor: MinorUnits): number => formatMinor(minor);

/** Returns the figures the guard counts now, and when they reset. */
export async function readRiskUse({ db: { sql }, clock, accounts }: AutomationDeps, userId: string): Promise<RiskUse> {
  const { accountId } = await accounts.mockAccount(sql, userId);
  const { facts, limits } = await readRisk(sql, userId, accountId, clock.now());
  const pauseEnds = pauseEndsAtMs(facts, limits);
  return {
    day: { trades: facts.tradesToday, profit: amount(facts.profitTodayMinor), resets_at: iso(facts.dayEndsAtMs) },
    week: { profit: amount(facts.profitThisWeekMinor), resets_at: iso(facts.weekEndsAtMs) },
    at_stake: amount(facts.atStakeMinor),
    losing_streak: facts.losingStreak?.losses ?? 0,
    cool_down_until: pauseEnds === null ? null : iso(pauseEnds),
  };
}

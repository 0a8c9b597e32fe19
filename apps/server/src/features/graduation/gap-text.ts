import { fillMessage } from '@vigia/contract';
import type { GraduationGap } from '@vigia/core/auto-trading';
import { GRADUATION_GAPS_ES } from './words.es.ts';

const number = (value: number): string => value.toLocaleString('es-419', { maximumFractionDigits: 1 });
const percent = (ratio: number): string => number(ratio * 100);

/** Returns why the evidence does not cover a payout, as a Spanish clause. A null payout is unknown. */
export const payoutText = (payoutRatio: number | null, leastRatio: number): string =>
  payoutRatio === null
    ? GRADUATION_GAPS_ES.payout_unknown
    : fillMessage(GRADUATION_GAPS_ES.payout, { payout: percent(payoutRatio), least: percent(leastRatio) });

/** Returns what is missing as a Spanish clause, which fills `why` of the refusals of real automation. */
export function gapText(gap: GraduationGap | 'not_chosen' | 'moved' | 'no_account'): string {
  if (typeof gap === 'string') return GRADUATION_GAPS_ES[gap];
  switch (gap.reason) {
    case 'verdict':
      return fillMessage(GRADUATION_GAPS_ES[gap.waitsForResult ? 'open_trade' : 'verdict'], {
        bets: gap.bets,
        evidence: number(gap.evidence),
        limit: number(gap.limit),
      });
    case 'days':
      return fillMessage(GRADUATION_GAPS_ES.days, { passed: gap.passedDays, needed: gap.neededDays });
    case 'real_money':
      return GRADUATION_GAPS_ES[gap.obstacle];
    case 'bots_forbidden':
    case 'payout_unstated':
    case 'martingale':
      return GRADUATION_GAPS_ES[gap.reason];
  }
}

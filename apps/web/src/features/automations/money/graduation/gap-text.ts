import type { GraduationGapView } from '@vigia/contract';
import { betsToGraduate } from '@vigia/core/auto-trading';
import { formatMoney } from '#shared/lib/format.ts';
import { MISSING_CONDITION_WORDS } from '#shared/real-money/messages.es.ts';
import { graduationMessages } from './graduation.es.ts';

const { gaps, verdict: words } = graduationMessages;
type VerdictGap = Extract<GraduationGapView, { reason: 'verdict' }>;

/** Returns a missing condition in sentences with its numbers. `currency` is that of the account. */
export function gapText(gap: GraduationGapView, currency: string): string {
  switch (gap.reason) {
    case 'verdict':
      return verdictText(gap);
    case 'days':
      return gaps.days(gap.passed_days, gap.needed_days);
    case 'real_money':
      return MISSING_CONDITION_WORDS[gap.obstacle].text(currency);
    case 'on_paper':
    case 'bots_forbidden':
    case 'payout_unstated':
    case 'martingale':
      return gaps[gap.reason];
  }
}

function verdictText(gap: VerdictGap): string {
  const { bets, rate, break_even: breakEven, evidence, limit } = gap;
  if (bets === 0 && rate === null) return words.none;
  const state = words[gap.money](bets, formatMoney(evidence, 'USD'), formatMoney(limit, 'USD'));
  const rates = rate === null || breakEven === null ? null : words.rate(rate, breakEven);
  return [state, rates, gap.waits_for_result ? words.waits : moreText(gap)].filter((text) => text !== null).join(' ');
}

/** Returns how many more operations the verdict needs at the measured win rate. */
function moreText({ reason, money, bets, rate, break_even: breakEven, evidence, limit }: VerdictGap): string | null {
  const more = betsToGraduate({ reason, money, bets, rate, breakEven, evidence, limit, waitsForResult: false });
  if (more === null) return null;
  return more.bets === null ? words.never(more.rate) : words.more(more.bets, more.rate);
}

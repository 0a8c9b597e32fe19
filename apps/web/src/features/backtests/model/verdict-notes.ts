import type { BacktestJudgementView, BacktestReport } from '@vigia/contract';
import { formatCount, formatPercent } from '#shared/lib/format.ts';
import { backtestMessages } from '../messages.es.ts';
import { tradesNeeded } from './trades-needed.ts';

const { judgement: words, report: reportWords } = backtestMessages;

/** Returns true if the win rate is above break-even although the trades lost money: wins had low payouts. */
const hasPayoutsAgainst = ({ card, profit }: BacktestReport): boolean =>
  profit <= 0 && card.rate !== null && card.break_even !== null && card.rate > card.break_even;

/** Returns sentences about the verdict of one test: payouts that hide a loss, and how many trades are needed. */
export function verdictNotes(report: BacktestReport, judgement: BacktestJudgementView | null): readonly string[] {
  if (judgement === null) return [];
  if (hasPayoutsAgainst(report)) return [reportWords.payoutsAgainst];
  const { verdict } = judgement;
  const needed = verdict === 'indistinguishable' || verdict === 'short_sample' ? tradesNeeded(report, judgement) : null;
  return needed === null ? [] : [words.needed(formatPercent(report.card.rate ?? 0), formatCount(needed))];
}

/** Returns a sentence about the overlap of the trades. */
export function overlapText({ card, independent_trades: independent }: BacktestReport): string {
  if (independent === null) return reportWords.overlappingOld;
  return independent < card.decided
    ? reportWords.overlapping(formatCount(card.decided), formatCount(independent))
    : reportWords.overlappingEqual;
}

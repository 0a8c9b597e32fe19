import type { BacktestJob } from '@vigia/contract';
import { formatCount, formatPercent } from '#shared/lib/format.ts';
import { backtestMessages } from '../../messages.es.ts';
import { luckInWords } from '../../model/odds-words.ts';
import { verdictNotes } from '../../model/verdict-notes.ts';
import type { Section } from './html.ts';

const words = backtestMessages.judgement;

/** Returns the section of the verdict among all tries on the data; none for a test of an earlier version. */
export function judgementSections({ judgement, report, kind }: BacktestJob): Section[] {
  if (judgement === null || judgement.verdict === null) return [];
  const isChoice = kind !== 'single';
  const { level, spent, tries, verdict } = judgement;
  return [
    {
      title: words.title,
      notes: [
        (isChoice ? words.choice : words.single)[verdict],
        ...luckInWords(judgement, isChoice),
        ...(report ? verdictNotes(report, judgement) : []),
        `${words.budget}: ${words.left(formatPercent(Math.max(0, level - spent)), formatPercent(level))}.`,
        words.about(formatCount(tries), formatPercent(level)),
      ],
    },
  ];
}

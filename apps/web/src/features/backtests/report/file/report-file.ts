import type { BacktestJob } from '@vigia/contract';
import { formatMoment, formatMoney, formatPayout } from '#shared/lib/format.ts';
import { LANGUAGE } from '#shared/lib/language.es.ts';
import { runName } from '../../model/run-name.ts';
import { gridSection, sweepSections } from './choice-sections.ts';
import { pageHtml, type Section } from './html.ts';
import { judgementSections } from './judgement-section.ts';
import { reportFileMessages as words } from './messages.es.ts';
import { reportSections } from './report-sections.ts';

/** Returns the report of a finished test as an HTML page that opens without a network and prints. */
export function reportFileOf(job: BacktestJob): string {
  const { asked, report, sweep, grid } = job;
  const source = report?.source ?? sweep?.source ?? grid?.cells.find(({ result }) => result)?.result?.source;
  return pageHtml({
    language: LANGUAGE,
    title: words.title(runName(job)),
    intro: [
      words.made(formatMoment(job.created_at), asked?.app_version ?? words.unknownVersion),
      ...(source === 'simulated' ? [words.simulated] : []),
      words.risk,
    ],
    sections: [
      ...judgementSections(job),
      ...(report ? reportSections(report) : []),
      ...(sweep ? sweepSections(sweep) : []),
      ...(grid ? [gridSection(grid)] : []),
      askedSection(job),
    ],
    json: { id: 'vigia-prueba', value: job },
  });
}

function askedSection({ id, asked, currency }: BacktestJob): Section {
  const { rules, ranges, data, payout, stake, id: idWord } = words.ruleRows;
  const rows = asked
    ? [
        [rules, JSON.stringify(asked.rules)],
        ...(asked.ranges === null ? [] : [[ranges, JSON.stringify(asked.ranges)]]),
        [data, JSON.stringify(asked.data)],
        [payout, asked.payout === null ? words.assetPayout : formatPayout(asked.payout)],
        [stake, formatMoney(asked.stake, currency)],
      ]
    : [];
  return { title: words.rules, notes: [words.machine], table: { columns: [], rows: [...rows, [idWord, id]] } };
}

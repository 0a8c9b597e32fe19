import type { BacktestJudgementView, BacktestReport } from '@vigia/contract';
import { Layers, SearchX } from 'lucide-react';
import { useState } from 'react';
import { formatCount, formatDecimal, formatMoment } from '#shared/lib/format.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { EquityCurve } from '#shared/ui/equity-curve.tsx';
import { evidenceMessages } from '#shared/ui/evidence-messages.es.ts';
import { GroupTable } from '#shared/ui/group-table.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { EmptyState } from '#shared/ui/states.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { backtestMessages } from '../messages.es.ts';
import { overlapText, verdictNotes } from '../model/verdict-notes.ts';
import { DrawdownBand } from './drawdown-band.tsx';
import { Figures } from './figures.tsx';
import { WinRateHeadline } from './headline.tsx';
import { Judgement } from './judgement.tsx';
import { SimulatedHistoryNote } from './simulated-note.tsx';
import { TradeList } from './trade-list.tsx';

const words = backtestMessages.report;
const { record } = uiMessages;
const WEEKDAYS: Readonly<Record<string, string>> = record.weekdays;

type ReportProps = {
  readonly jobId: string;
  readonly report: BacktestReport;
  /** Null for a test of an earlier version. */
  readonly judgement: BacktestJudgementView | null;
};

/** Shows the result of a backtest: the win rate first, then the details. */
export const Report = ({ jobId, report, judgement }: ReportProps) => (
  <section aria-label={words.label} className="grid min-w-0 gap-4">
    <ReportHead report={report} />
    {report.source === 'simulated' && <SimulatedHistoryNote />}
    {report.trades === 0 ? (
      <EmptyState icon={SearchX} text={words.none} />
    ) : (
      <>
        <WinRateHeadline card={judgement ? { ...report.card, verdict: null } : report.card} />
        <Judgement judgement={judgement} isChoice={false} notes={verdictNotes(report, judgement)} />
        {report.overlapping && (
          <Note icon={Layers} tone="warn">
            <span>{overlapText(report)}</span>
          </Note>
        )}
        <Figures report={report} />
        <section aria-label={words.curve}>
          <h3 className="mb-2 text-13 font-medium text-fg-2">{words.curve}</h3>
          <EquityCurve points={report.equity} currency={report.currency} height={170} axes />
        </section>
        <DrawdownBand actual={report.max_drawdown} band={report.drawdown_band} currency={report.currency} />
        <Details jobId={jobId} report={report} />
      </>
    )}
  </section>
);

function ReportHead({ report }: Pick<ReportProps, 'report'>) {
  const { source, candles, from, to, compute_ms: ms } = report;
  const what = from && to ? words.what(formatCount(candles), formatMoment(from), formatMoment(to)) : words.whatEmpty;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-fg-3">
      <Badge tone={source === 'simulated' ? 'simulated' : 'plain'}>{words.sourceName(source)}</Badge>
      <span>{`${report.asset} · ${report.timeframe} · ${what}`}</span>
      <span>
        {words.compute(
          ms < 1_000 ? words.milliseconds(formatDecimal(ms, 0)) : words.seconds(formatDecimal(ms / 1_000)),
        )}
      </span>
    </div>
  );
}

const TABS = ['list', 'hour', 'weekday'] as const;
type Tab = (typeof TABS)[number];

function Details({ jobId, report }: Pick<ReportProps, 'jobId' | 'report'>) {
  const [tab, setTab] = useState<Tab>('list');
  return (
    <div className="min-w-0 rounded-control border border-line bg-surface">
      <Tabs
        label={words.details}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'list', label: words.list, count: report.trades },
          { value: 'hour', label: record.byHour },
          { value: 'weekday', label: record.byWeekday },
        ]}
      >
        <TabPanel value="list">
          <TradeList jobId={jobId} report={report} />
        </TabPanel>
        <TabPanel value="hour">
          <div className="max-md:px-3">
            <GroupTable
              label={record.byHour}
              heading={record.hour}
              groups={report.by_hour}
              currency={report.currency}
              nameOf={record.hourOf}
            />
          </div>
          <GroupNote />
        </TabPanel>
        <TabPanel value="weekday">
          <div className="max-md:px-3">
            <GroupTable
              currency={report.currency}
              label={record.byWeekday}
              heading={record.weekday}
              groups={report.by_weekday}
              nameOf={(key) => WEEKDAYS[key] ?? key}
            />
          </div>
          <GroupNote />
        </TabPanel>
      </Tabs>
    </div>
  );
}

const GroupNote = () => (
  <p className="border-t border-line px-4 py-3 text-12 text-fg-3">{`${evidenceMessages.smallSamples} ${words.zone}`}</p>
);

import { useQuery } from '@tanstack/react-query';
import type { TradeFilter, TradingPerformance } from '@vigia/contract';
import { ChartNoAxesCombined, Scale } from 'lucide-react';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Button } from '#shared/ui/button.tsx';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { EquityCurve } from '#shared/ui/equity-curve.tsx';
import { evidenceMessages } from '#shared/ui/evidence-messages.es.ts';
import { GroupTable } from '#shared/ui/group-table.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { TabPanel, Tabs } from '#shared/ui/tabs.tsx';
import { describeFilter } from '../history/filter-choices.ts';
import { useHistoryFilter } from '../history/filter-store.ts';
import { useTradeFilter } from '../history/trade-filter.ts';
import { performanceMessages as words } from './messages.es.ts';
import { performanceQuery } from './performance-query.ts';

/** Renders the button that opens the statistics of the filtered trades by group. */
export function StatisticsButton() {
  const filter = useTradeFilter();
  const [open, setOpen] = useState(false);
  const mobile = useIsMobile();
  const meant = useHistoryFilter((state) => state.filter);
  const overlay = { open, onOpenChange: setOpen, title: words.title, description: describeFilter(meant) };
  const content = open && <Statistics filter={filter} />;
  return (
    <>
      <Button variant={mobile ? 'secondary' : 'ghost'} size={mobile ? 'md' : 'sm'} onClick={() => setOpen(true)}>
        <ChartNoAxesCombined size={16} aria-hidden />
        {words.open}
      </Button>
      {mobile ? (
        <Sheet {...overlay}>{content}</Sheet>
      ) : (
        <Dialog {...overlay} wide>
          {content}
        </Dialog>
      )}
    </>
  );
}

function Statistics({ filter }: { readonly filter: TradeFilter }) {
  const query = useQuery(performanceQuery(filter));
  if (query.data?.trades === 0) return <EmptyState icon={ChartNoAxesCombined} text={words.nothing} />;
  if (query.data) return <Loaded performance={query.data} />;
  if (query.isError) {
    return <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  return (
    <div role="status" aria-label={words.title} className="grid gap-4">
      <Skeleton className="h-[184px]" />
      <Skeleton className="h-[240px]" />
    </div>
  );
}

const GROUPINGS = ['asset', 'hour', 'weekday'] as const;
type Grouping = (typeof GROUPINGS)[number];

const { record } = uiMessages;
const WEEKDAYS: Readonly<Record<string, string>> = record.weekdays;

function Loaded({ performance }: { readonly performance: TradingPerformance }) {
  const [grouping, setGrouping] = useState<Grouping>('asset');
  const tables = {
    asset: { label: words.byAsset, heading: words.asset, groups: performance.by_asset, nameOf: (key: string) => key },
    hour: { label: record.byHour, heading: record.hour, groups: performance.by_hour, nameOf: record.hourOf },
    weekday: {
      label: record.byWeekday,
      heading: record.weekday,
      groups: performance.by_weekday,
      nameOf: (key: string) => WEEKDAYS[key] ?? key,
    },
  } as const satisfies Record<Grouping, unknown>;
  return (
    <>
      <section aria-label={words.curveTitle}>
        <h3 className="mb-2 text-13 font-medium text-fg-2">{words.curveTitle}</h3>
        <EquityCurve points={performance.equity} currency={performance.purse.currency} height={160} axes />
      </section>
      <Tabs
        label={words.groups}
        value={grouping}
        onChange={setGrouping}
        tabs={GROUPINGS.map((value) => ({ value, label: tables[value].label }))}
      >
        {GROUPINGS.map((value) => (
          <TabPanel key={value} value={value}>
            <GroupTable {...tables[value]} currency={performance.purse.currency} />
          </TabPanel>
        ))}
      </Tabs>
      <Note icon={Scale}>
        <span>{evidenceMessages.smallSamples}</span>
        {grouping !== 'asset' && <span>{words.zone}</span>}
      </Note>
    </>
  );
}

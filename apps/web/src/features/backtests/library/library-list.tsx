import { useQuery } from '@tanstack/react-query';
import { type LibraryItem, STRATEGY_WORDS } from '@vigia/contract';
import { type AutomationKind, PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { BookOpen, FlaskConical, Hourglass } from 'lucide-react';
import { formatDay, formatPercent } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { Money } from '#shared/ui/money.tsx';
import { Note } from '#shared/ui/note.tsx';
import { intervalText, rulerProps } from '#shared/ui/rate.tsx';
import { Ruler, VerdictText } from '#shared/ui/ruler.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#shared/ui/states.tsx';
import { backtestMessages } from '../messages.es.ts';
import { libraryQuery } from '../queries.ts';

const words = backtestMessages.library;
const GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,300px),1fr))] gap-4 max-md:gap-3';

type LibraryListProps = { readonly kind: AutomationKind; readonly onUse: (item: LibraryItem) => void };

/** Lists the strategies or setups of the library, each with its result on the simulated history. */
export function LibraryList({ kind, onUse }: LibraryListProps) {
  const query = useQuery(libraryQuery);
  if (!query.data) {
    if (query.isError) {
      return <ErrorState title={words.failed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />;
    }
    return (
      <div role="status" aria-label={words.loading} className={GRID_CLASS}>
        {[1, 2].map((card) => (
          <Skeleton key={card} className="h-64 rounded-card" />
        ))}
      </div>
    );
  }
  const items = query.data.items.filter((item) => item.kind === kind);
  if (items.length === 0) return <EmptyState icon={BookOpen} text={words.empty} />;
  return (
    <section aria-label={words.title} className="grid gap-3">
      <Note icon={FlaskConical}>
        <p className="first-letter:uppercase">{query.data.notice}</p>
      </Note>
      <ul className={GRID_CLASS}>
        {items.map((item) => (
          <LibraryCard key={item.key} item={item} onUse={onUse} />
        ))}
      </ul>
    </section>
  );
}

const LibraryCard = ({ item, onUse }: { readonly item: LibraryItem; readonly onUse: (item: LibraryItem) => void }) => (
  <li className="flex min-w-0 flex-col gap-3 rounded-card border border-line bg-surface p-4">
    <header className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="text-14 font-semibold">{item.name}</h3>
        <p className="text-12 text-fg-3">{`${item.asset} · ${item.timeframe}`}</p>
      </div>
      <Badge>{item.type === null ? words.pcr : STRATEGY_WORDS[item.type].shortName}</Badge>
    </header>
    <p className="text-13 text-fg-2">{item.description}</p>
    {item.record ? <ItemRecord record={item.record} /> : <Computing />}
    <Button className="mt-auto" full aria-label={words.useOf(item.name)} onClick={() => onUse(item)}>
      {words.use}
    </Button>
  </li>
);

const Computing = () => (
  <p role="status" className="flex items-center gap-2 text-13 text-fg-3">
    <Hourglass size={14} aria-hidden />
    {words.computing}
  </p>
);

function ItemRecord({ record }: { readonly record: NonNullable<LibraryItem['record']> }) {
  const ruler = rulerProps(record.card);
  return (
    <div className="grid gap-1">
      {ruler ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <b className="text-20">{formatPercent(ruler.rate)}</b>
            <span className="text-13 text-fg-2">{uiMessages.ruler.of(record.card.won, record.card.decided)}</span>
            <VerdictText verdict={ruler.verdict} />
          </p>
          <Ruler {...ruler} />
          <p className="flex flex-wrap justify-between gap-x-3 text-12 text-fg-3">
            <span>{intervalText(ruler)}</span>
            <span>{words.period(formatDay(record.from), formatDay(record.to))}</span>
          </p>
        </>
      ) : (
        <p className="text-13 text-fg-2">{uiMessages.record.undecided}</p>
      )}
      <p className="text-12 text-fg-2">
        {`${uiMessages.record.tradesOf(record.trades)} · ${words.result} `}
        <Money currency={PAPER_CURRENCY} amount={record.profit} kind="result" className="font-semibold" />
      </p>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { Info } from 'lucide-react';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatMoment, formatTickTime } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { AccountPill } from '#shared/ui/account-pill.tsx';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { NoteSection } from '../journal/note-form.tsx';
import { TradeCandles } from '../journal/trade-candles.tsx';
import { RepeatWithPayout } from '../repeat/repeat-button.tsx';
import { SalePanel } from '../sale/sale-panel.tsx';
import { ResultBadge } from '../trades/outcome.tsx';
import { TimeLeftBar } from '../trades/time-left.tsx';
import { tradeEventsQuery, tradeQuery } from './detail-query.ts';
import { useTradeDetail } from './detail-store.ts';
import { describeTradeEvent } from './event-words.ts';
import { detailMessages as words } from './messages.es.ts';
import { resultExplanation } from './result-explanation.ts';
import { SettlementCheck } from './settlement-check.tsx';
import { SettlementRules } from './settlement-rules.tsx';
import { TradeFacts } from './trade-facts.tsx';

/** Renders the details of the selected trade over the current screen. */
export function TradeDetail() {
  const { trade, close } = useTradeDetail();
  const mobile = useIsMobile();
  if (trade === null) return null;
  const overlay = {
    open: true,
    onOpenChange: close,
    title: words.title(trade.asset_symbol, trade.option_type),
    description: formatMoment(trade.entry_time),
  };
  const content = <Detail known={trade} />;
  if (mobile) return <Sheet {...overlay}>{content}</Sheet>;
  return (
    <Dialog {...overlay} wide>
      {content}
    </Dialog>
  );
}

function Detail({ known }: { readonly known: Option }) {
  const { data: trade } = useQuery(tradeQuery(known));
  const decimals = useDecimals()(trade.asset_symbol);
  const why = resultExplanation(trade, decimals);
  const correctedAt = trade.settlement?.corrected_at ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {trade.status === 'active' ? <TimeLeftBar trade={trade} /> : <ResultBadge trade={trade} />}
        <AccountPill account={{ broker: trade.broker, kind: trade.account }} />
        {why && <p className="text-13 text-fg-2">{why}</p>}
        <RepeatWithPayout trade={trade} className="ml-auto" />
      </div>
      {correctedAt && (
        <Note icon={Info} tone="warn">
          {words.why.corrected(formatMoment(correctedAt))}
        </Note>
      )}
      {isAtBroker(trade) && <SalePanel trade={trade} />}
      {trade.status !== 'active' && <TradeCandles trade={trade} decimals={decimals} />}
      <NoteSection tradeId={trade.id} />
      <div className="grid grid-cols-2 gap-8 max-md:grid-cols-1 max-md:gap-5">
        <TradeFacts trade={trade} decimals={decimals} />
        <div className="grid min-w-0 content-start gap-5">
          <Timeline trade={trade} decimals={decimals} />
          <SettlementRules trade={trade} />
          <SettlementCheck trade={trade} decimals={decimals} />
        </div>
      </div>
    </>
  );
}

/** Returns true if the trade is open at a broker. The server itself settles paper trades. */
const isAtBroker = ({ broker, status, execution }: Option): boolean =>
  broker !== 'mock' && status === 'active' && execution === 'confirmed';

type TimelineProps = { readonly trade: Option; readonly decimals: number };

/** Lists the events of a trade in chronological order and in plain language. */
function Timeline({ trade, decimals }: TimelineProps) {
  const query = useQuery(tradeEventsQuery(trade.id));
  return (
    <section className="min-w-0">
      <h3 className="mb-2 text-12 font-medium text-fg-3">{words.happened}</h3>
      {query.data ? (
        <ol aria-label={words.happened} className="grid">
          {query.data.map((event) => (
            <Moment key={event.seq} at={event.at} {...describeTradeEvent(event, trade, decimals)} />
          ))}
        </ol>
      ) : query.isError ? (
        <ErrorState title={words.eventsFailed} text={problemOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <TimelineSkeleton />
      )}
    </section>
  );
}

type MomentProps = { readonly at: string; readonly title: string; readonly text: string };

const Moment = ({ at, title, text }: MomentProps) => (
  <li className="relative grid gap-0.5 border-l border-line-strong pb-3.5 pl-4 last:border-transparent last:pb-0">
    <i aria-hidden className="absolute top-[5px] -left-1 size-2 rounded-pill bg-line-control" />
    <div className="flex items-baseline justify-between gap-3 text-13">
      <b>{title}</b>
      <time dateTime={at} className="text-12 whitespace-nowrap text-fg-3">
        {formatTickTime(at)}
      </time>
    </div>
    {text && <p className="text-12 text-fg-2">{text}</p>}
  </li>
);

const ROWS = [1, 2, 3, 4] as const;

const TimelineSkeleton = () => (
  <div role="status" aria-label={words.happened} className="grid gap-4">
    {ROWS.map((row) => (
      <div key={row} className="grid gap-1.5">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="h-3 w-44" />
      </div>
    ))}
  </div>
);

import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { Info } from 'lucide-react';
import { useDecimals } from '#shared/lib/assets.ts';
import { formatMoment } from '#shared/lib/format.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { Dialog, Sheet } from '#shared/ui/dialog.tsx';
import { ModePill } from '#shared/ui/mode-pill.tsx';
import { Note } from '#shared/ui/note.tsx';
import { ResultBadge } from '../trades/outcome.tsx';
import { TimeLeftBar } from '../trades/time-left.tsx';
import { tradeQuery } from './detail-query.ts';
import { Facts } from './facts.tsx';
import { detailMessages as words } from './messages.es.ts';
import { lookOf, placeText } from './place-text.ts';
import { Timeline } from './timeline.tsx';
import { useTradeDetail } from './trade-opener.tsx';
import { whyText } from './why.ts';

/** The details of the selected trade, over the current screen. */
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
  const why = whyText(trade, decimals);
  const correctedAt = trade.settlement?.corrected_at ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {trade.status === 'active' ? <TimeLeftBar trade={trade} /> : <ResultBadge trade={trade} />}
        <ModePill mode={lookOf(trade)} text={placeText(trade)} />
        {why && <p className="text-13 text-fg-2">{why}</p>}
      </div>
      {correctedAt && (
        <Note icon={Info} tone="warn">
          {words.why.corrected(formatMoment(correctedAt))}
        </Note>
      )}
      <div className="grid grid-cols-2 gap-8 max-md:grid-cols-1 max-md:gap-5">
        <Facts trade={trade} decimals={decimals} />
        <Timeline trade={trade} decimals={decimals} />
      </div>
    </>
  );
}

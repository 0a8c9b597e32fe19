import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatSignedMoney } from '#shared/lib/format.ts';
import { isPricedHere } from '#shared/lib/priced-here.ts';
import { detailMessages } from '../detail/messages.es.ts';
import { tradingMessages } from '../messages.es.ts';
import { usePriceDoubt } from '../orders/use-order-block.ts';
import { ifItEndedNow } from './if-it-ended-now.ts';
import { useTimeLeft } from './time-left.tsx';

const words = tradingMessages.trades;
const TONE = { winning: 'text-call', losing: 'text-put', tied: 'text-fg-2' } as const;
const NOTHING = '—';

type StandingTextProps = { readonly trade: Option; readonly price: number | null };

/** Winning or losing at this price, in words and money; nothing of the kind once only the server can tell. */
export function StandingText({ trade, price }: StandingTextProps) {
  const left = useTimeLeft(trade);
  const doubt = usePriceDoubt(trade.asset_symbol);
  if (left.kind === 'running' && !isPricedHere(trade)) {
    return (
      <span className="whitespace-nowrap text-fg-2">{words.brokerTells(detailMessages.venues[trade.broker])}</span>
    );
  }
  const standing = left.kind === 'running' ? ifItEndedNow(trade, price) : null;
  if (!standing) return <span className="text-fg-3">{NOTHING}</span>;
  return (
    <span className="inline-grid justify-items-end">
      <span
        className={cn(
          'font-semibold whitespace-nowrap group-data-quiet/main:opacity-60',
          TONE[standing.kind],
          doubt && 'opacity-60',
        )}
      >
        {words[standing.kind](formatSignedMoney(standing.profit))}
      </span>
      {doubt && (
        <span className="text-12 leading-4 whitespace-nowrap text-warn">
          {doubt.kind === 'stale' ? words.stale(doubt.seconds) : words.unreliable}
        </span>
      )}
    </span>
  );
}

import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatSignedMoney } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';
import { ifItEndedNow } from './if-it-ended-now.ts';

const TONE = { winning: 'text-call', losing: 'text-put', tied: 'text-fg-2' } as const;
const NOTHING = '—';

/** Winning or losing at this price, in words and money. */
export function StandingText({ trade, price }: { readonly trade: Option; readonly price: number | null }) {
  const standing = ifItEndedNow(trade, price);
  if (!standing) return <span className="text-fg-3">{NOTHING}</span>;
  return (
    <span className={cn('font-semibold whitespace-nowrap group-data-quiet/main:opacity-60', TONE[standing.kind])}>
      {tradingMessages.trades[standing.kind](formatSignedMoney(standing.profit))}
    </span>
  );
}

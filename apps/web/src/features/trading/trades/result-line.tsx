import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatClock, formatMoney } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Cell } from '#shared/ui/table.tsx';
import { TradeOpener, tradeRowClass } from '../detail/trade-opener.tsx';
import { tradingMessages } from '../messages.es.ts';
import { historyQuery } from '../queries.ts';
import type { TradeProps } from './active-row.tsx';
import { ProfitText, priceText, ResultBadge } from './outcome.tsx';

const words = tradingMessages.trades;
/** Long enough for a user who briefly looked away. */
const SHOWN_MS = 20_000;

/** Trades with a new result: they leave the active list together with it, not before. */
export function useJustEnded(): readonly Option[] {
  const { data = [] } = useQuery(historyQuery);
  const nowMs = useServerNow();
  return data.filter(({ settlement }) => settlement !== null && nowMs - Date.parse(settlement.settled_at) < SHOWN_MS);
}

export const ResultRow = ({ trade, decimals }: TradeProps) => (
  <tr className={cn(tradeRowClass, 'text-fg-2')}>
    <Cell>
      <TradeOpener trade={trade} />
    </Cell>
    <Cell>
      <DirectionTag direction={trade.option_type} />
    </Cell>
    <Cell align="right">{formatMoney(trade.amount)}</Cell>
    <Cell align="right">{priceText(trade.entry_price, decimals)}</Cell>
    <Cell align="right">{priceText(trade.settlement?.price, decimals)}</Cell>
    <Cell align="right">
      <ProfitText trade={trade} />
    </Cell>
    <Cell>
      <span className="flex items-center gap-2.5">
        <ResultBadge trade={trade} />
        <span className="text-12 text-fg-3">{words.endedAt(formatClock(trade.expiry_time))}</span>
      </span>
    </Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
  </tr>
);

export const ResultCard = ({ trade, decimals }: TradeProps) => (
  <li className={cn(tradeRowClass, 'grid gap-2 border-b border-line p-3 text-fg-2 last:border-0')}>
    <div className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-2">
        <TradeOpener trade={trade} />
        <DirectionTag direction={trade.option_type} />
        <span>{formatMoney(trade.amount)}</span>
      </span>
      <span className="text-13">
        <ProfitText trade={trade} />
      </span>
    </div>
    <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
      <span>
        {priceText(trade.entry_price, decimals)} → {priceText(trade.settlement?.price, decimals)}
      </span>
      <ResultBadge trade={trade} />
    </div>
  </li>
);

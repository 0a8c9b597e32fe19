import { useQuery } from '@tanstack/react-query';
import type { Option } from '@vigia/contract';
import { formatClock } from '#shared/lib/format.ts';
import { useServerNow } from '#shared/lib/use-now.ts';
import { Cell } from '#shared/ui/table.tsx';
import { historyQuery } from '../queries.ts';
import { RepeatButton } from '../repeat/repeat-button.tsx';
import { tradesMessages } from './messages.es.ts';
import { priceText, ResultBadge, TradeProfit } from './outcome.tsx';
import { TradeCard, TradeCardLine, type TradeProps, TradeRow } from './trade-line.tsx';

const words = tradesMessages;
/** Time in milliseconds for which a result stays visible, so that a user who looks away for a moment still sees it. */
const SHOWN_MS = 20_000;

/** Returns the trades with a new result. Their result appears at the moment when they leave the list of open trades. */
export function useJustEndedTrades(): readonly Option[] {
  const { data = [] } = useQuery(historyQuery);
  const nowMs = useServerNow();
  return data.filter(({ settlement }) => settlement !== null && nowMs - Date.parse(settlement.settled_at) < SHOWN_MS);
}

export const ResultRow = ({ trade, decimals }: TradeProps) => (
  <TradeRow trade={trade} decimals={decimals} className="text-fg-2">
    <Cell align="right">{priceText(trade.settlement?.price, decimals)}</Cell>
    <Cell align="right">
      <TradeProfit trade={trade} />
    </Cell>
    <Cell>
      <span className="flex items-center gap-2.5">
        <ResultBadge trade={trade} />
        <span className="text-12 text-fg-3">{words.endedAt(formatClock(trade.expiry_time))}</span>
        <RepeatButton trade={trade} className="-my-1" />
      </span>
    </Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
  </TradeRow>
);

export const ResultCard = ({ trade, decimals }: TradeProps) => (
  <TradeCard trade={trade} profit={<TradeProfit trade={trade} />} className="text-fg-2">
    <TradeCardLine>
      <span>
        {priceText(trade.entry_price, decimals)} → {priceText(trade.settlement?.price, decimals)}
      </span>
      <span className="flex items-center gap-1">
        <ResultBadge trade={trade} />
        <RepeatButton trade={trade} className="-my-2 -mr-2" />
      </span>
    </TradeCardLine>
  </TradeCard>
);

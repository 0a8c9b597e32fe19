import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatDateTime, formatMoney } from '#shared/lib/format.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Cell, type Column } from '#shared/ui/table.tsx';
import { placeText } from '../detail/place-text.ts';
import { TradeOpener, tradeRowClass } from '../detail/trade-opener.tsx';
import { tradingMessages } from '../messages.es.ts';
import { ProfitText, priceText, ResultBadge } from '../trades/outcome.tsx';

const words = tradingMessages.trades;

export const HISTORY_COLUMNS: readonly Column[] = [
  { name: words.asset },
  { name: words.direction },
  { name: words.amount, align: 'right' },
  { name: words.entry, align: 'right' },
  { name: words.settlePrice, align: 'right' },
  { name: words.result },
  { name: words.profit, align: 'right' },
  { name: words.time, align: 'right' },
  { name: words.mode, wideOnly: true },
  { name: words.origin, wideOnly: true },
];

type TradeProps = { readonly trade: Option; readonly decimals: number };

/** When it was decided. */
const endedAt = ({ settlement, expiry_time: expiry }: Option): string => settlement?.settled_at ?? expiry;

export const HistoryRow = ({ trade, decimals }: TradeProps) => (
  <tr className={tradeRowClass}>
    <Cell>
      <TradeOpener trade={trade} />
    </Cell>
    <Cell>
      <DirectionTag direction={trade.option_type} />
    </Cell>
    <Cell align="right">{formatMoney(trade.amount)}</Cell>
    <Cell align="right">{priceText(trade.entry_price, decimals)}</Cell>
    <Cell align="right">{priceText(trade.settlement?.price, decimals)}</Cell>
    <Cell>
      <ResultBadge trade={trade} />
    </Cell>
    <Cell align="right">
      <ProfitText trade={trade} />
    </Cell>
    <Cell align="right">{formatDateTime(endedAt(trade))}</Cell>
    <Cell wideOnly>{placeText(trade)}</Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
  </tr>
);

export const HistoryCard = ({ trade, decimals }: TradeProps) => (
  <li className={cn(tradeRowClass, 'grid gap-2 border-b border-line p-3 last:border-0')}>
    <div className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-2">
        <TradeOpener trade={trade} />
        <DirectionTag direction={trade.option_type} />
        <span className="text-fg-2">{formatMoney(trade.amount)}</span>
      </span>
      <span className="text-13">
        <ProfitText trade={trade} />
      </span>
    </div>
    <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
      <span>
        {priceText(trade.entry_price, decimals)} → {priceText(trade.settlement?.price, decimals)}
      </span>
      <span>{formatDateTime(endedAt(trade))}</span>
    </div>
    <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
      <ResultBadge trade={trade} />
      <span>
        {placeText(trade)} · {words.origins[trade.origin]}
      </span>
    </div>
  </li>
);

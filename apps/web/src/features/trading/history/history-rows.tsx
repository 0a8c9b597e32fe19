import { accountText } from '#shared/lib/account-name.ts';
import { formatDateTime } from '#shared/lib/format.ts';
import { Cell, type Column } from '#shared/ui/table.tsx';
import { repeatMessages } from '../repeat/messages.es.ts';
import { RepeatButton } from '../repeat/repeat-button.tsx';
import { tradesMessages } from '../trades/messages.es.ts';
import { priceText, ResultBadge, TradeProfit } from '../trades/outcome.tsx';
import { TradeCard, TradeCardLine, type TradeProps, TradeRow } from '../trades/trade-line.tsx';

import { endTimeOf } from './history-days.ts';

const words = tradesMessages;

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
  { name: repeatMessages.repeat, align: 'right' },
];

export const HistoryRow = ({ trade, decimals }: TradeProps) => (
  <TradeRow trade={trade} decimals={decimals}>
    <Cell align="right">{priceText(trade.settlement?.price, decimals)}</Cell>
    <Cell>
      <ResultBadge trade={trade} />
    </Cell>
    <Cell align="right">
      <TradeProfit trade={trade} />
    </Cell>
    <Cell align="right">{formatDateTime(endTimeOf(trade))}</Cell>
    <Cell wideOnly>{accountText({ broker: trade.broker, kind: trade.account })}</Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
    <Cell align="right">
      <RepeatButton trade={trade} />
    </Cell>
  </TradeRow>
);

export const HistoryCard = ({ trade, decimals }: TradeProps) => (
  <TradeCard trade={trade} profit={<TradeProfit trade={trade} />}>
    <TradeCardLine>
      <span>
        {priceText(trade.entry_price, decimals)} → {priceText(trade.settlement?.price, decimals)}
      </span>
      <span>{formatDateTime(endTimeOf(trade))}</span>
    </TradeCardLine>
    <TradeCardLine>
      <ResultBadge trade={trade} />
      <span>
        {accountText({ broker: trade.broker, kind: trade.account })} · {words.origins[trade.origin]}
      </span>
      <RepeatButton trade={trade} className="-my-2 -mr-2" />
    </TradeCardLine>
  </TradeCard>
);

import type { Option } from '@vigia/contract';
import type { ReactNode } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Cell } from '#shared/ui/table.tsx';
import { TradeOpener, tradeRowClass } from '../detail/trade-opener.tsx';
import { priceText } from './outcome.tsx';

export type TradeProps = { readonly trade: Option; readonly decimals: number };
type LineProps = { readonly trade: Option; readonly className?: string; readonly children: ReactNode };

/** Renders a row in a list of trades: first the cells that all lists share, then the cells of this list. */
export const TradeRow = ({ trade, decimals, className, children }: LineProps & TradeProps) => (
  <tr className={cn(tradeRowClass, className)}>
    <Cell>
      <TradeOpener trade={trade} />
    </Cell>
    <Cell>
      <DirectionTag direction={trade.option_type} />
    </Cell>
    <Cell align="right">{formatMoney(trade.amount, trade.currency)}</Cell>
    <Cell align="right">{priceText(trade.entry_price, decimals)}</Cell>
    {children}
  </tr>
);

/** Renders a trade as a card on a phone: asset, direction and profit, then the lines of this list. */
export const TradeCard = ({ trade, profit, className, children }: LineProps & { readonly profit: ReactNode }) => (
  <li className={cn(tradeRowClass, 'grid gap-2 border-b border-line p-3 last:border-0', className)}>
    <div className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-2">
        <TradeOpener trade={trade} />
        <DirectionTag direction={trade.option_type} />
        <span className="text-fg-2">{formatMoney(trade.amount, trade.currency)}</span>
      </span>
      <span className="text-13">{profit}</span>
    </div>
    {children}
  </li>
);

export const TradeCardLine = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex items-center justify-between gap-2 text-12 text-fg-3">{children}</div>
);

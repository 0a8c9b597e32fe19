import type { Option } from '@vigia/contract';
import { cn } from '#shared/lib/cn.ts';
import { formatMoney } from '#shared/lib/format.ts';
import { useTradePrice } from '#shared/lib/priced-here.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Price } from '#shared/ui/price.tsx';
import { Cell } from '#shared/ui/table.tsx';
import { TradeOpener, tradeRowClass } from '../detail/trade-opener.tsx';
import { tradingMessages } from '../messages.es.ts';
import { usePriceDoubt } from '../orders/use-order-block.ts';
import { priceText } from './outcome.tsx';
import { StandingText } from './standing-text.tsx';
import { TimeLeftBar } from './time-left.tsx';

const words = tradingMessages.trades;

export type TradeProps = { readonly trade: Option; readonly decimals: number };

/** The current price, dimmed when it is stale; none if another source decides. */
function PriceNow({ trade, decimals, className }: TradeProps & { readonly className?: string }) {
  const price = useTradePrice(trade);
  const isDoubtful = usePriceDoubt(trade.asset_symbol) !== null;
  return (
    <Price
      value={price}
      decimals={decimals}
      className={cn('group-data-quiet/main:opacity-60', isDoubtful && 'opacity-60', className)}
    />
  );
}

export const ActiveRow = ({ trade, decimals }: TradeProps) => (
  <tr className={tradeRowClass}>
    <Cell>
      <TradeOpener trade={trade} />
    </Cell>
    <Cell>
      <DirectionTag direction={trade.option_type} />
    </Cell>
    <Cell align="right">{formatMoney(trade.amount)}</Cell>
    <Cell align="right">{priceText(trade.entry_price, decimals)}</Cell>
    <Cell align="right">
      <PriceNow trade={trade} decimals={decimals} />
    </Cell>
    <Cell align="right">
      <StandingText trade={trade} />
    </Cell>
    <Cell>
      <TimeLeftBar trade={trade} />
    </Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
  </tr>
);

export const ActiveCard = ({ trade, decimals }: TradeProps) => (
  <li className={cn(tradeRowClass, 'grid gap-2 border-b border-line p-3 last:border-0')}>
    <div className="flex items-center justify-between gap-2">
      <span className="flex min-w-0 items-center gap-2">
        <TradeOpener trade={trade} />
        <DirectionTag direction={trade.option_type} />
        <span className="text-fg-2">{formatMoney(trade.amount)}</span>
      </span>
      <span className="text-13">
        <StandingText trade={trade} />
      </span>
    </div>
    <div className="flex items-center justify-between gap-2 text-12 text-fg-3">
      <span>
        {priceText(trade.entry_price, decimals)} → <PriceNow trade={trade} decimals={decimals} className="text-fg-1" />
      </span>
      <span>{words.origins[trade.origin]}</span>
    </div>
    <div>
      <TimeLeftBar trade={trade} />
    </div>
  </li>
);

import { cn } from '#shared/lib/cn.ts';
import { useTradePrice } from '#shared/lib/priced-here.ts';
import { Price } from '#shared/ui/price.tsx';
import { Cell } from '#shared/ui/table.tsx';
import { usePriceProblem } from '../orders/use-order-block.ts';
import { CurrentOutcomeText } from './current-outcome-text.tsx';
import { tradesMessages } from './messages.es.ts';
import { priceText } from './outcome.tsx';
import { TimeLeftBar } from './time-left.tsx';
import { TradeCard, TradeCardLine, type TradeProps, TradeRow } from './trade-line.tsx';

const words = tradesMessages;

/** Shows the current price, dimmed if the price is stale. Shows nothing if another price source decides the trade. */
function PriceNow({ trade, decimals, className }: TradeProps & { readonly className?: string }) {
  const price = useTradePrice(trade);
  const isDoubtful = usePriceProblem(trade.asset_symbol) !== null;
  return (
    <Price
      value={price}
      decimals={decimals}
      className={cn('group-data-quiet/main:opacity-60', isDoubtful && 'opacity-60', className)}
    />
  );
}

export const ActiveRow = ({ trade, decimals }: TradeProps) => (
  <TradeRow trade={trade} decimals={decimals}>
    <Cell align="right">
      <PriceNow trade={trade} decimals={decimals} />
    </Cell>
    <Cell align="right">
      <CurrentOutcomeText trade={trade} />
    </Cell>
    <Cell>
      <TimeLeftBar trade={trade} />
    </Cell>
    <Cell wideOnly>{words.origins[trade.origin]}</Cell>
  </TradeRow>
);

export const ActiveCard = ({ trade, decimals }: TradeProps) => (
  <TradeCard trade={trade} profit={<CurrentOutcomeText trade={trade} />}>
    <TradeCardLine>
      <span>
        {priceText(trade.entry_price, decimals)} → <PriceNow trade={trade} decimals={decimals} className="text-fg-1" />
      </span>
      <span>{words.origins[trade.origin]}</span>
    </TradeCardLine>
    <div>
      <TimeLeftBar trade={trade} />
    </div>
  </TradeCard>
);

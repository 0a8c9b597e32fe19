import type { Option } from '@vigia/contract';
import { formatMinute } from '#shared/lib/format.ts';
import { tradesMessages } from '../trades/messages.es.ts';
import { useTradeDetail } from './detail-store.ts';

/** Class of the row around a {@link TradeOpener}. A click anywhere in the row opens the trade. */
export const tradeRowClass = 'relative transition hover:bg-hover has-focus-visible:bg-hover';

/** Renders the asset name as a button that opens the trade. The clickable area of the button covers the whole row. */
export function TradeOpener({ trade }: { readonly trade: Option }) {
  const open = useTradeDetail((detail) => detail.open);
  return (
    <button
      type="button"
      className="font-semibold after:absolute after:inset-0 after:cursor-pointer"
      aria-label={tradesMessages.opener(trade.asset_symbol, trade.option_type, formatMinute(trade.entry_time))}
      onClick={() => open(trade)}
    >
      {trade.asset_symbol}
    </button>
  );
}

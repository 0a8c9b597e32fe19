import type { Option } from '@vigia/contract';
import { create } from 'zustand';
import { formatMinute } from '#shared/lib/format.ts';
import { tradingMessages } from '../messages.es.ts';

type DetailState = {
  readonly trade: Option | null;
  readonly open: (trade: Option) => void;
  readonly close: () => void;
};

/** Store of the trade whose details are open. Its trade is null while the details are closed. */
export const useTradeDetail = create<DetailState>()((set) => ({
  trade: null,
  open: (trade) => set({ trade }),
  close: () => set({ trade: null }),
}));

/** Class of the row around a {@link TradeOpener}. A click anywhere in the row opens the trade. */
export const tradeRowClass = 'relative transition hover:bg-hover has-focus-visible:bg-hover';

/** Renders the asset name as a button that opens the trade. The clickable area of the button covers the whole row. */
export function TradeOpener({ trade }: { readonly trade: Option }) {
  const open = useTradeDetail((detail) => detail.open);
  return (
    <button
      type="button"
      className="font-semibold after:absolute after:inset-0 after:cursor-pointer"
      aria-label={tradingMessages.trades.opener(trade.asset_symbol, trade.option_type, formatMinute(trade.entry_time))}
      onClick={() => open(trade)}
    >
      {trade.asset_symbol}
    </button>
  );
}

import type { Option } from '@vigia/contract';
import { TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { TriangleAlert } from 'lucide-react';
import { CandleReplay } from '#shared/chart/replay/candle-replay.tsx';
import { useShownSource } from '#shared/lib/price-feed.ts';
import { Note } from '#shared/ui/note.tsx';
import { detailMessages } from '../detail/messages.es.ts';
import { isSold } from '../trades/outcome.tsx';
import { journalMessages as words } from './messages.es.ts';

/** Largest number of candles between entry and exit. Longer trades are shown in a longer timeframe. */
const CANDLES_MOST = 60;

type TradeCandlesProps = { readonly trade: Option; readonly decimals: number };

/** Shows the candles around an ended trade and plays them. A trade without an entry has none. */
export function TradeCandles({ trade, decimals }: TradeCandlesProps) {
  const shown = useShownSource();
  const { entry_price: entryPrice, settlement } = trade;
  if (entryPrice === null || settlement === null) return null;
  const entryTimeMs = Date.parse(trade.entry_time);
  const expiryTimeMs = exitTimeMs(trade);
  return (
    <>
      <CandleReplay
        label={words.candles(trade.asset_symbol)}
        decimals={decimals}
        bet={{
          asset: trade.asset_symbol,
          timeframe: timeframeFor(expiryTimeMs - entryTimeMs),
          direction: trade.option_type,
          entryPrice,
          entryTimeMs,
          expiryTimeMs,
          exitPrice: settlement.price,
        }}
      />
      {shown !== null && shown !== trade.source && (
        <Note icon={TriangleAlert} tone="warn">
          {words.otherSource(detailMessages.sourceName(shown), detailMessages.sourceName(trade.source))}
        </Note>
      )}
    </>
  );
}

/** Returns when the trade ended: at its expiry, or at its sale. */
const exitTimeMs = (trade: Option): number =>
  Date.parse(isSold(trade) && trade.settlement ? trade.settlement.settled_at : trade.expiry_time);

/** Returns the shortest timeframe in which a trade of this length has few enough candles. */
export const timeframeFor = (lengthMs: number): Timeframe =>
  TIMEFRAMES.find((timeframe) => lengthMs / 1_000 / TIMEFRAME_SECONDS[timeframe] <= CANDLES_MOST) ?? '1d';

import type { Option, PcrSignalView } from '@vigia/contract';
import type { Currency, Direction, SignalOutcome } from '@vigia/core/vocabulary';

/** An open trade as the chart draws it. Times are in epoch milliseconds. */
export type TradeMark = {
  readonly id: string;
  readonly direction: Direction;
  /** Stake as a decimal amount. */
  readonly stake: number;
  readonly currency: Currency;
  readonly entryMs: number;
  readonly entryPrice: number;
  readonly expiryMs: number;
};

/**
 * The result of a trade as the chart draws it: a line from the entry to the price that decided the trade, at the
 * expiry.
 */
export type ResultMark = {
  readonly id: string;
  readonly direction: Direction;
  /** Time and price of the entry. Null if the entry is unknown. */
  readonly entry: { readonly atMs: number; readonly price: number } | null;
  readonly atMs: number;
  readonly price: number;
  readonly outcome: 'won' | 'lost' | 'even';
  /** Stake as a decimal amount. Null if no money was at stake, as in a preview. */
  readonly stake: number | null;
  /** Profit as a decimal amount. */
  readonly profit: number;
  readonly currency: Currency;
};

export type SignalMark = {
  readonly id: string;
  readonly direction: Direction;
  readonly atMs: number;
  readonly price: number;
  readonly outcome: SignalOutcome;
};

/** Time in milliseconds for which a result stays on the chart. */
const RESULT_SHOWN_MS = 3 * 3_600_000;
const RESULTS_SHOWN = 6;
const SIGNALS_SHOWN = 20;

export const tradeMarks = (trades: readonly Option[], symbol: string): TradeMark[] =>
  trades.flatMap((trade) => {
    if (trade.asset_symbol !== symbol || trade.status !== 'active' || trade.entry_price === null) return [];
    const { option_type: direction, entry_price: entryPrice } = trade;
    return {
      id: trade.id,
      direction,
      stake: trade.amount,
      currency: trade.currency,
      entryMs: Date.parse(trade.entry_time),
      entryPrice,
      expiryMs: Date.parse(trade.expiry_time),
    };
  });

export const resultMarks = (history: readonly Option[], symbol: string, nowMs: number): ResultMark[] =>
  history
    .flatMap((trade) => {
      const price = trade.settlement?.price ?? null;
      const atMs = Date.parse(trade.expiry_time);
      if (trade.asset_symbol !== symbol || price === null || nowMs - atMs > RESULT_SHOWN_MS) return [];
      const profit = trade.profit ?? 0;
      const outcome: ResultMark['outcome'] = profit > 0 ? 'won' : profit < 0 ? 'lost' : 'even';
      return {
        id: trade.id,
        direction: trade.option_type,
        entry: trade.entry_price === null ? null : { atMs: Date.parse(trade.entry_time), price: trade.entry_price },
        atMs,
        price,
        outcome,
        stake: trade.amount,
        profit,
        currency: trade.currency,
      };
    })
    .slice(0, RESULTS_SHOWN);

export const signalMarks = (signals: readonly PcrSignalView[], symbol: string): SignalMark[] =>
  signals
    .filter((signal) => signal.asset === symbol)
    .slice(0, SIGNALS_SHOWN)
    .map(({ id, direction, entry_time, entry_price, status }) => ({
      id,
      direction,
      atMs: Date.parse(entry_time),
      price: entry_price,
      outcome: status,
    }));

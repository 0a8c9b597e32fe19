import type { TradingDeps } from './deps.ts';

/** A trade and the trace in which it was placed; the trace is null if the trade is not traced. */
export type TracedTrade = { readonly id: string; readonly traceparent: string | null };

/**
 * Records a finished step of a trade in the trace of the trade, possibly minutes after the placement and in another
 * process.
 */
export function traceTrade(
  { tracing }: Pick<TradingDeps, 'tracing'>,
  name: 'order.send' | 'trade.settle',
  { id, traceparent }: TracedTrade,
  time: { readonly fromMs: number; readonly untilMs: number },
): void {
  if (traceparent !== null) tracing?.record(name, traceparent, time, { 'vigia.trade_id': id });
}

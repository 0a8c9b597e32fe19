import type { TradingDeps } from './deps.ts';

/** A trade, and the trace it was placed in; null: none. */
export type TracedTrade = { readonly id: string; readonly traceparent: string | null };

/** Tells of a step in the life of a trade that is over, minutes after it was placed and perhaps in another process. */
export function traceTrade(
  { tracing }: Pick<TradingDeps, 'tracing'>,
  name: 'order.send' | 'trade.settle',
  { id, traceparent }: TracedTrade,
  time: { readonly fromMs: number; readonly untilMs: number },
): void {
  if (traceparent !== null) tracing?.record(name, traceparent, time, { 'vigia.trade_id': id });
}

import { expect } from '@playwright/test';
import type { DrivenServer } from './driven-server.ts';

const MINUTE_MS = 60_000;
const MOST_CANDLES = 12;

/** Input of a strategy that signals at almost every candle, for tests of automatic orders. */
export const EAGER_STRATEGY = {
  name: 'Sin pausa',
  type: 'rsi',
  asset: 'EURUSD',
  timeframe: '1m',
  status: 'active',
  auto_trade: true,
  parameters: { rsi_period: 2, oversold: 49, overbought: 51, trade_amount: 10, duration: 1 },
} as const;

/**
 * Closes candles until the condition holds. Around each candle close, the server's time passes at the pace of real
 * time. Otherwise an automatic order would be a few seconds late, and the server does not send late orders.
 */
export async function closeCandlesUntil(
  server: DrivenServer,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  for (let candle = 0; candle < MOST_CANDLES; candle += 1) {
    await server.run(MINUTE_MS - (server.nowMs % MINUTE_MS) - 1_500);
    const held = expect.poll(condition, { timeout: 5_000 }).toBe(true);
    const isDone = await server.creep(
      held.then(
        () => true,
        () => false,
      ),
    );
    if (isDone) return;
  }
  throw new Error(`the condition did not hold within ${MOST_CANDLES} candles`);
}

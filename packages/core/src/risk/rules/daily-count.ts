import type { RiskRule } from '../rule.ts';

/** No more trades a day than the user allows. */
export const dailyCount: RiskRule = (_order, { tradesToday, dayEndsAtMs }, { dailyTradeLimit }) =>
  dailyTradeLimit !== null && tradesToday >= dailyTradeLimit
    ? { code: 'daily_trade_limit', details: { dailyTradeLimit, resetsAtMs: dayEndsAtMs } }
    : null;

/**
 * The seed of the market in every scenario. The market is a pure function of it, so the expected results can be
 * computed afterwards.
 */
export const MARKET_SEED = 20_261_120;

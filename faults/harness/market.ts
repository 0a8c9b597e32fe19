/**
 * The seed of the market in every scenario. The market is a pure function of the seed, so the harness can compute the
 * expected results later.
 */
export const MARKET_SEED = 20_261_120;

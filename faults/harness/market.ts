/**
 * The market every scenario plays in: a pure function, so that what should have happened can be computed afterwards.
 */
export const MARKET_SEED = 20_261_120;

/** The market of every scenario: a pure function, so that the expected results can be computed afterwards. */
export const MARKET_SEED = 20_261_120;

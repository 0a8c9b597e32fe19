/**
 * The seed of the simulated market in every scenario. The prices are a pure function of the seed, so the fault tests
 * can compute the expected results later.
 */
export const MARKET_SEED = 20_261_120;

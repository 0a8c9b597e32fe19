/** Number of progress steps of one run. It is large enough for a smooth progress bar. */
export const UNITS_A_RUN = 1_000;

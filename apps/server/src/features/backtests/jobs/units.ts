/** Steps of one run over its data: fine enough for a bar. */
export const UNITS_A_RUN = 1_000;

/** Largest number of cells of one grid. */
export const GRID_MAX_CELLS = 24;
/** Largest number of data sets of one grid, and of durations. */
export const GRID_MAX_SIDE = 8;

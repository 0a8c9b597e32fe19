/** Largest number of cells of one grid. */
export const GRID_MAX_CELLS = 24;
/** Largest number of data sets of one grid, and of lengths. */
export const GRID_MAX_SIDE = 8;

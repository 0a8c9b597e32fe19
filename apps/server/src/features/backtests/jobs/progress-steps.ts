/** Number of progress steps of one run. It is large enough for a smooth progress bar. */
export const PROGRESS_STEPS_PER_RUN = 1_000;

/** Milliseconds and their fractions since whenever, never backwards: how long something takes is the difference. */
export const stopwatchMs = (): number => performance.now();

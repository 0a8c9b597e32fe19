/** Monotonic milliseconds with fractions, from an arbitrary origin. A duration is the difference of two readings. */
export const stopwatchMs = (): number => performance.now();

/**
 * Monotonic time in milliseconds, with fractions, from an arbitrary origin. A duration is the difference of two values.
 */
export const stopwatchMs = (): number => performance.now();

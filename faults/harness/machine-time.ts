/** Monotonic time of the machine, equal in every process. */
export const machineMs = (): number => performance.timeOrigin + performance.now();

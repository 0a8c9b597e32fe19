/** Returns the monotonic time of the machine in milliseconds. The time is equal in every process. */
export const machineMs = (): number => performance.timeOrigin + performance.now();

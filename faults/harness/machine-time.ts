/** Returns the monotonic time of the machine in milliseconds. All processes of the machine get the same time. */
export const machineMs = (): number => performance.timeOrigin + performance.now();

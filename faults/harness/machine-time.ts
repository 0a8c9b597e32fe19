/** The machine's time, the same in every process and never set back. */
export const machineMs = (): number => performance.timeOrigin + performance.now();

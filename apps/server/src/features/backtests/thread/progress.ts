import { UNITS_A_RUN } from '../jobs/units.ts';
import type { ControlMemory } from '../threads/job-control.ts';
import { JobControl } from '../threads/job-control.ts';

/** Tells a job's memory how far a piece of its work is, and answers whether it is still wanted. */
export function progressOf(memory: ControlMemory, runs: number): (share: number) => boolean {
  const control = new JobControl(memory);
  let told = 0;
  return (share) => {
    const units = Math.floor(share * runs * UNITS_A_RUN);
    if (units > told) {
      control.addDone(units - told);
      told = units;
    }
    return !control.isCancelled;
  };
}

import { UNITS_A_RUN } from '../jobs/units.ts';
import type { ControlMemory } from '../threads/job-control.ts';
import { JobControl } from '../threads/job-control.ts';

/** Adds the progress of a task to its job's memory, and returns whether the job is still wanted. */
export function progressOf(memory: ControlMemory, runs: number): (share: number) => boolean {
  const control = new JobControl(memory);
  let added = 0;
  return (share) => {
    const units = Math.floor(share * runs * UNITS_A_RUN);
    if (units > added) {
      control.addDone(units - added);
      added = units;
    }
    return !control.isCancelled;
  };
}

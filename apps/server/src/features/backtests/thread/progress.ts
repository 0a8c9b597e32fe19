import { PROGRESS_STEPS_PER_RUN } from '../jobs/progress-steps.ts';
import type { ControlMemory } from '../threads/job-control.ts';
import { JobControl } from '../threads/job-control.ts';

/**
 * Returns a function that adds the progress of a task to the shared memory of its backtest. The function returns false
 * once the backtest is cancelled.
 */
export function progressOf(memory: ControlMemory, runs: number): (share: number) => boolean {
  const control = new JobControl(memory);
  let added = 0;
  return (share) => {
    const units = Math.floor(share * runs * PROGRESS_STEPS_PER_RUN);
    if (units > added) {
      control.addDone(units - added);
      added = units;
    }
    return !control.isCancelled;
  };
}

import { describe, expect, it } from 'vitest';
import { PROGRESS_STEPS_PER_RUN } from '../jobs/progress-steps.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import { progressOf } from './progress.ts';

describe('the function that progressOf returns', () => {
  it('counts each finished part of the task once in the shared memory of the backtest', () => {
    const control = new JobControl(createControlMemory());
    const report = progressOf(control.memory, 4);
    for (const share of [0.25, 0.25, 0.5]) report(share);
    expect(control.doneUnits).toBe(2 * PROGRESS_STEPS_PER_RUN);
  });

  it('returns false once the backtest is cancelled, so that the thread stops', () => {
    const control = new JobControl(createControlMemory());
    const report = progressOf(control.memory, 4);
    expect(report(0.1)).toBe(true);
    control.cancel();
    expect(report(0.2)).toBe(false);
  });
});

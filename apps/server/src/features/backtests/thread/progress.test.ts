import { describe, expect, it } from 'vitest';
import { UNITS_A_RUN } from '../jobs/units.ts';
import { controlMemory, JobControl } from '../threads/job-control.ts';
import { progressOf } from './progress.ts';

describe('the function that progressOf returns', () => {
  it('adds each part of the task once to the shared memory of the backtest', () => {
    const control = new JobControl(controlMemory());
    const report = progressOf(control.memory, 4);
    for (const share of [0.25, 0.25, 0.5]) report(share);
    expect(control.doneUnits).toBe(2 * UNITS_A_RUN);
  });

  it('returns false once the backtest is cancelled, so that the thread stops', () => {
    const control = new JobControl(controlMemory());
    const report = progressOf(control.memory, 4);
    expect(report(0.1)).toBe(true);
    control.cancel();
    expect(report(0.2)).toBe(false);
  });
});

import { type BacktestSubject, lengthOfSubject, runBacktest } from '@vigia/core/backtest';
import { minorUnits } from '@vigia/core/kernel';
import { payoutAt } from '../threads/payouts.ts';
import type { RunInputs } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { marketTicksOf } from './ticks.ts';

/** Runs one set of rules over the data of a task, with its payouts, stake, ticks and progress. */
export const runRules = (inputs: RunInputs, subject: BacktestSubject): ReturnType<typeof runBacktest> =>
  runBacktest(inputs.base, subject, {
    payout: payoutAt(inputs.payouts, lengthOfSubject(subject)),
    stakeMinor: minorUnits(inputs.stakeMinor),
    ticks: marketTicksOf(inputs),
    onProgress: progressOf(inputs.control, 1),
  });

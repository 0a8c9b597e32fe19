import { type BacktestSubject, lengthOfSubject, runBacktest } from '@vigia/core/backtest';
import { minorUnits } from '@vigia/core/kernel';
import { payoutAt } from '../threads/payouts.ts';
import type { RunOver } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { ticksOf } from './ticks.ts';

/** Runs one set of rules over the data of a task, with its payouts, stake, ticks and progress. */
export const runRules = (over: RunOver, subject: BacktestSubject): ReturnType<typeof runBacktest> =>
  runBacktest(over.base, subject, {
    payout: payoutAt(over.payouts, lengthOfSubject(subject)),
    stakeMinor: minorUnits(over.stakeMinor),
    ticks: ticksOf(over),
    onProgress: progressOf(over.control, 1),
  });

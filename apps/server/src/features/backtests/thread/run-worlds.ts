import {
  type BacktestError,
  type BacktestSubject,
  judgeRun,
  judgeSweep,
  lengthOfSubject,
  type Method,
  runBacktest,
  runWorlds,
  sweepLayout,
  timeframeOf,
  type WorldResult,
} from '@vigia/core/backtest';
import { err, minorUnits, ok, type Result } from '@vigia/core/kernel';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { JobControl } from '../threads/job-control.ts';
import { payoutAt } from '../threads/payouts.ts';
import type { RunInputs, TaskOfKind, TestedMethod } from '../threads/protocol.ts';
import { progressOf } from './progress.ts';
import { runChunk, sweepVariantsOf } from './run-sweep.ts';

const subjectOf = (method: TestedMethod): BacktestSubject =>
  method.kind === 'rules' ? method.subject : method.sweep.subject;

/** Runs a method in some null worlds of its data. World 0 is the real market. */
export function runProofWorlds({
  inputs,
  method,
  span,
}: TaskOfKind<'proof_worlds'>): Result<readonly WorldResult[], BacktestError> {
  const control = new JobControl(inputs.control);
  const run = method.kind === 'rules' ? methodOfRules(inputs, method) : methodOfSweep(inputs, method);
  // A run over few candles reports no progress, so a cancellation is noticed here too.
  const unlessCancelled: Method = (candles) => (control.isCancelled ? err({ reason: 'cancelled' }) : run(candles));
  return runWorlds(inputs.base, TIMEFRAME_SECONDS[timeframeOf(subjectOf(method))], unlessCancelled, span);
}

const methodOfRules =
  (inputs: RunInputs, { subject }: Extract<TestedMethod, { kind: 'rules' }>): Method =>
  (candles) => {
    const onProgress = progressOf(inputs.control, 1);
    const payout = payoutAt(inputs.payouts, lengthOfSubject(subject));
    const run = runBacktest(candles, subject, { payout, stakeMinor: minorUnits(inputs.stakeMinor), onProgress });
    onProgress(1);
    return run.ok ? ok(judgeRun(run.value)) : run;
  };

const methodOfSweep =
  (inputs: RunInputs, { sweep, folds }: Extract<TestedMethod, { kind: 'sweep' }>): Method =>
  (base) => {
    const variants = sweepVariantsOf(sweep);
    const chunk = {
      kind: 'sweep_chunk',
      inputs: { ...inputs, base },
      sweep,
      folds,
      from: 0,
      to: variants.length,
    } as const;
    const rows = runChunk(chunk);
    return rows.ok ? ok(judgeSweep(variants, sweepLayout(base, variants, folds), [rows.value]).judged) : rows;
  };

import { type BacktestSubject, runBacktest } from '@vigia/core/backtest';
import { columnsOf } from '@vigia/core/candles';
import { minorUnits, ratio } from '@vigia/core/kernel';
import { completeRules } from '@vigia/core/strategies';
import { describe, expect, it } from 'vitest';
import { PROGRESS_STEPS_PER_RUN } from '../jobs/progress-steps.ts';
import { randomWalk } from '../testing.ts';
import { createControlMemory, JobControl } from '../threads/job-control.ts';
import type { RunInputs, TestedMethod } from '../threads/protocol.ts';
import { runProofWorlds } from './run-worlds.ts';

const base = columnsOf(randomWalk(2_000));
const subject: BacktestSubject = { kind: 'strategy', rules: completeRules('rsi', {}), timeframe: '5m' };
const RULES: TestedMethod = { kind: 'rules', subject };
const SWEEP: TestedMethod = {
  kind: 'sweep',
  sweep: { subject, ranges: [{ path: 'rsi_period', from: 5, to: 7, step: 1 }], maxVariants: 10 },
  folds: 3,
};

function prove(method: TestedMethod, worlds: number, cancelled = false) {
  const control = new JobControl(createControlMemory());
  if (cancelled) control.cancel();
  const payouts = { kind: 'fixed', ratio: 0.85 } as const;
  const inputs: RunInputs = { base, ticks: null, payouts, stakeMinor: 1_000, control: control.memory };
  const result = runProofWorlds({ kind: 'proof_worlds', inputs, method, span: { seed: 1, from: 0, to: worlds } });
  return { result, doneUnits: control.doneUnits };
}

describe('the null worlds (randomised copies of the candles) of a proof', () => {
  it.each([
    ['rules', RULES, 1],
    ['a sweep', SWEEP, 3],
  ])('report the progress of every run of %s, even with few candles', (_what, method, variants) => {
    expect(prove(method, 5).doneUnits).toBe(5 * variants * PROGRESS_STEPS_PER_RUN);
  });

  it.each([
    ['rules', RULES],
    ['a sweep', SWEEP],
  ])('stop %s after a cancellation', (_what, method) => {
    expect(prove(method, 5, true)).toEqual({ result: { ok: false, error: { reason: 'cancelled' } }, doneUnits: 0 });
  });

  it('start with the real market', () => {
    const { result } = prove(RULES, 3);
    const run = runBacktest(base, subject, { payout: ratio(0.85), stakeMinor: minorUnits(1_000) });
    if (!result.ok || !run.ok) throw new Error('the rules run');
    const profitMinor = run.value.trades.profitMinor.reduce((sum, profit) => sum + profit, 0);
    expect(result.value[0]?.profitMinor).toBe(profitMinor);
    expect(result.value).toHaveLength(3);
  });
});

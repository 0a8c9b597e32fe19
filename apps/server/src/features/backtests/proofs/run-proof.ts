import type { ProofReport } from '@vigia/contract';
import { type BacktestError, judgeWorlds, type WorldResult, type WorldsFigures } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Currency } from '@vigia/core/money';
import { type JobPlan, type JobWork, tradeLengthsOf } from '../jobs/job-plan.ts';
import { type RunDeps, readRunInputs } from '../jobs/read-run-inputs.ts';
import { decimalConverter } from '../thread/report-view.ts';

/** The seed of all proofs. It is fixed, so a repeated proof gives the same result. */
const SEED = 1;
/** Number of runs per task. It is small, so that tasks of other users run in between. */
const RUNS_A_TASK = 20;

/** The report of a proof. A proof is no try on its data. */
type Proved = { readonly report: string; readonly tradesGz: null; readonly tried: null };

type ProofWork = Extract<JobWork, { kind: 'proof' }>;

/** Runs a method in the real market, which is world 0, and in its null worlds. */
export async function runProof(deps: RunDeps, plan: JobPlan, work: ProofWork): Promise<Result<Proved, BacktestError>> {
  const startedMs = deps.clock.now();
  const inputs = { ...(await readRunInputs(deps, plan, plan.data, tradeLengthsOf(work))), ticks: null };
  if (plan.control.isCancelled) return err({ reason: 'cancelled' });
  const answers = await Promise.all(
    spansOf(work).map((span) => {
      const task = { kind: 'proof_worlds', inputs, method: work.method, span } as const;
      return deps.pool.run(plan.userId, 'proof_worlds', task);
    }),
  );
  const results: WorldResult[] = [];
  for (const { result } of answers) {
    if (!result.ok) return result;
    results.push(...result.value);
  }
  const computeMs = deps.clock.now() - startedMs;
  const report = reportOf(judgeWorlds(results), plan.currency, computeMs);
  return ok({ report: JSON.stringify(report), tradesGz: null, tried: null });
}

function spansOf({ worlds, extent }: ProofWork) {
  const size = Math.max(1, Math.floor(RUNS_A_TASK / extent.variants));
  return Array.from({ length: Math.ceil((worlds + 1) / size) }, (_, index) => ({
    seed: SEED,
    from: index * size,
    to: Math.min((index + 1) * size, worlds + 1),
  }));
}

function reportOf(figures: WorldsFigures, currency: Currency, computeMs: number): ProofReport {
  const decimal = decimalConverter(currency);
  const { low, high } = figures.aboveInterval;
  return {
    currency,
    worlds: figures.worlds,
    above: figures.above,
    short_samples: figures.shortSamples,
    above_interval: { low, high },
    real: { verdict: figures.real.verdict, profit: decimal(figures.real.profitMinor) },
    at_least_as_good: figures.atLeastAsGood,
    p_value: figures.pValue,
    profits: figures.profitsMinor.map(decimal),
    compute_ms: computeMs,
  };
}

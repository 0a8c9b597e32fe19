import { BacktestData, BacktestReport, BacktestSubject, SweepReport } from '@vigia/contract';
import type { BacktestSubject as Subject } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import { z } from 'zod';
import type { JobRow } from '../backtests.repository.ts';
import { readSubject } from '../jobs/read-subject.ts';
import type { BacktestRefusal } from '../jobs/refusal.ts';

const MINUTE_MS = 60_000;

const Ranges = z.array(z.object({ path: z.string(), from: z.number(), to: z.number(), step: z.number() }));

/** A finished test as the method and the data of a proof. */
export type ProvedTest = {
  readonly subject: Subject;
  /** The ranges and the walk-forward of a sweep; null for one set of rules. */
  readonly sweep: { readonly ranges: z.infer<typeof Ranges>; readonly folds: number } | null;
  /** The tested data, limited to the candles that existed at the time of the test. */
  readonly data: BacktestData;
  /** Source of the tested candles. */
  readonly source: string;
};

const NOT_POSSIBLE: BacktestRefusal = { code: 'proof_not_possible' };

/** Reads a stored test. A grid, a proof, and a test without a report cannot be proved. */
export function readProvedTest(row: JobRow): Result<ProvedTest, BacktestRefusal> {
  if (row.status !== 'done' || row.report === null) return err(NOT_POSSIBLE);
  const { subject: word, rules, timeframe, ranges, data: stored, folds } = row.request;
  const data = BacktestData.safeParse(stored);
  const asked = BacktestSubject.safeParse(
    word === 'pcr' ? { kind: 'pcr', setup: rules } : { kind: 'strategy', rules, timeframe },
  );
  if (!data.success || !asked.success) return err(NOT_POSSIBLE);
  const subject = readSubject(asked.data);
  if (!subject.ok) return subject;
  if (row.kind === 'single') {
    const { source, from, to } = BacktestReport.parse(row.report);
    return ok({ subject: subject.value, sweep: null, data: within(data.data, from, to), source });
  }
  const read = Ranges.safeParse(ranges);
  if (row.kind !== 'sweep' || !read.success) return err(NOT_POSSIBLE);
  const { source, walk_forward: steps } = SweepReport.parse(row.report);
  const sweep = { ranges: read.data, folds: folds ?? steps.length + 1 };
  return ok({ subject: subject.value, sweep, data: within(data.data, null, lastMinuteOf(row)), source });
}

/** Returns the start of the minute in which a test was requested. Candles from then on were not closed yet. */
const lastMinuteOf = ({ created_at }: JobRow): string =>
  new Date(Math.floor(created_at.getTime() / MINUTE_MS) * MINUTE_MS).toISOString();

const earlier = (a: string | undefined, b: string): string =>
  a === undefined || Date.parse(b) < Date.parse(a) ? b : a;

/** Limits data to a span of time. An uploaded file never changes, so it has no limits. */
function within(data: BacktestData, from: string | null, to: string | null): BacktestData {
  if (data.source === 'csv') return data;
  return { ...data, ...(from !== null && { from }), ...(to !== null && { to: earlier(data.to, to) }) };
}

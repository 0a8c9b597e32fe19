import { basename } from 'node:path';
import { SWEEP_MAX_VARIANTS } from '@vigia/contract';
import {
  type BacktestError,
  type BacktestOptions,
  type BacktestSubject,
  judgeSweep,
  planSweep,
  reportOf,
  runBacktest,
  sweepChunk,
  sweepLayout,
  timeframeOf,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { err, invariant, minorUnits, ok, type Result, ratio } from '@vigia/core/kernel';
import { noTries, spendTry } from '@vigia/core/statistics';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { REPLAY_MESSAGES } from '../replay/messages.es.ts';
import { replayErrorText } from '../replay/price-error.es.ts';
import { readPrices } from '../replay/read-prices.ts';
import { BACKTEST_MESSAGES } from './messages.es.ts';
import { type BacktestArguments, type RequestedSweep, readBacktestArguments } from './options.ts';
import { readSubject } from './read-subject.ts';

const CENTS = 100;
/** The number of walk-forward parts of a sweep without a walk-forward. */
const WHOLE = 1;
const UTC = (): number => 0;

export function backtestFailure(file: string, error: BacktestError): CommandFailure {
  invariant(error.reason !== 'cancelled', 'nothing cancels a backtest of the command line');
  const { line, text } = replayErrorText(error);
  return wrongInputFailure(REPLAY_MESSAGES.badPrices(file, line, text));
}

export const optionsOf = ({ payoutRatio, stake }: BacktestArguments): BacktestOptions => ({
  payout: ratio(payoutRatio),
  stakeMinor: minorUnits(Math.round(stake * CENTS)),
});

export const settingOf = (call: BacktestArguments, subject: BacktestSubject) => ({
  title: `${basename(call.file)}, velas de ${timeframeOf(subject)}, ${subject.kind === 'pcr' ? 'PCR' : subject.rules.type}`,
  payoutRatio: call.payoutRatio,
  payoutIsAssumed: call.payoutIsAssumed,
});

async function testOnce(
  call: BacktestArguments,
  subject: BacktestSubject,
  candles: CandleColumns,
): Promise<Result<string, CommandFailure>> {
  const run = runBacktest(candles, subject, optionsOf(call));
  if (!run.ok) return err(backtestFailure(call.file, run.error));
  const { reportJson, tradesCsv } = await import('./views.ts');
  if (call.output === 'csv') return ok(tradesCsv(run.value));
  const figures = reportOf(run.value, { zoneOffsetMs: UTC, rng: null });
  if (call.output === 'json') return ok(reportJson(figures));
  return ok((await import('./text.es.ts')).reportText(figures, settingOf(call, subject)));
}

async function sweepOver(
  call: BacktestArguments,
  { ranges, parts }: RequestedSweep,
  subject: BacktestSubject,
  candles: CandleColumns,
): Promise<Result<string, CommandFailure>> {
  const plan = planSweep(subject, ranges, SWEEP_MAX_VARIANTS);
  if (!plan.ok) return err(wrongInputFailure(BACKTEST_MESSAGES.planFault(plan.error)));
  const { variants, leftOut } = plan.value;
  const layout = sweepLayout(candles, variants, parts ?? WHOLE);
  const rows = sweepChunk(candles, variants, layout, optionsOf(call));
  if (!rows.ok) return err(backtestFailure(call.file, rows.error));
  const figures = judgeSweep(variants, layout, [rows.value]);
  const verdict = spendTry(noTries(), figures.tried);
  if (call.output === 'json') return ok((await import('./views.ts')).sweepJson(figures, verdict, leftOut));
  return ok((await import('./text.es.ts')).sweepText(figures, verdict, leftOut, settingOf(call, subject)));
}

/**
 * `vigia backtest`: tests a strategy or a setup on candles, either once or with every combination of a parameter sweep.
 */
export const backtest: Command = {
  help: BACKTEST_MESSAGES.help,
  run: async (args) => {
    const call = readBacktestArguments(args);
    if (!call.ok) return call;
    const subject = await readSubject(call.value.subject, call.value.timeframe);
    if (!subject.ok) return subject;
    const prices = await readPrices({ kind: 'candles', file: call.value.file });
    if (!prices.ok) return prices;
    invariant(prices.value.kind === 'candles', 'a file of candles is read as candles');
    const { candles } = prices.value;
    const { sweep } = call.value;
    if (sweep === null) return testOnce(call.value, subject.value, candles);
    return sweepOver(call.value, sweep, subject.value, candles);
  },
};

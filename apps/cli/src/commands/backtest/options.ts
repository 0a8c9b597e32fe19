import type { SweepRange } from '@vigia/core/backtest';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { Timeframe } from '@vigia/core/vocabulary';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { parsePayout, parseSubject, parseTimeframe, type ReplaySubject } from '../replay/options.ts';
import { BACKTEST_MESSAGES as words } from './messages.es.ts';

/**
 * A parameter sweep: the values to try for some numbers of the rules. `parts` is the number of parts of the
 * walk-forward; null if the user requests no walk-forward.
 */
export type RequestedSweep = { readonly ranges: readonly SweepRange[]; readonly parts: number | null };

export type BacktestArguments = {
  readonly file: string;
  /** Timeframe of the backtest; null if the user named none. */
  readonly timeframe: Timeframe | null;
  readonly subject: ReplaySubject;
  readonly payoutRatio: number;
  readonly payoutIsAssumed: boolean;
  /** Stake of every trade, in units of any currency with two decimals. */
  readonly stake: number;
  readonly sweep: RequestedSweep | null;
  readonly output: 'text' | 'json' | 'csv';
};

/** Options for what is tested and on which candles, and `--json` for the output. */
export const TESTED_DATA_OPTIONS = {
  candles: 'string',
  timeframe: 'string',
  setup: 'string',
  strategy: 'string',
  params: 'string',
  payout: 'string',
  stake: 'string',
  sweep: 'string',
  'walk-forward': 'string',
  json: 'boolean',
} as const;
const KINDS = { ...TESTED_DATA_OPTIONS, csv: 'boolean' } as const;

const ASSUMED_PAYOUT_RATIO = 0.8;
const STANDARD_STAKE = 10;
const STAKE_MAX = 1_000_000;
const RANGE = /^([\w.[\]]+)=(-?[\d.]+)\.\.(-?[\d.]+)(?:\/([\d.]+))?$/;
const PARTS_MIN = 2;
const PARTS_MAX = 20;

function parseStake(text: string | undefined): Result<number, string> {
  if (text === undefined) return ok(STANDARD_STAKE);
  const stake = Number(text);
  const isAmount = /^\d+(\.\d{1,2})?$/.test(text) && stake > 0 && stake <= STAKE_MAX;
  return isAmount ? ok(stake) : err(words.badStake(text));
}

/** Parses a sweep such as `fast=5..20/5,slow=30..60/10` (`name=first..last/step`). The default step is 1. */
function parseRanges(text: string): Result<readonly SweepRange[], string> {
  const ranges: SweepRange[] = [];
  for (const part of text.split(',')) {
    const [, path = '', from, to, step = '1'] = RANGE.exec(part) ?? [];
    const range = { path, from: Number(from), to: Number(to), step: Number(step) };
    if (![range.from, range.to, range.step].every(Number.isFinite) || range.step <= 0) return err(words.badRange(part));
    ranges.push(range);
  }
  return ok(ranges);
}

function parseSweep(values: OptionValues): Result<RequestedSweep | null, string> {
  const [ranges, parts] = [values.get('sweep'), values.get('walk-forward')];
  if (ranges === undefined) return parts === undefined ? ok(null) : err(words.walkForwardAlone);
  const read = parseRanges(ranges);
  if (!read.ok) return read;
  if (parts === undefined) return ok({ ranges: read.value, parts: null });
  const count = Number(parts);
  const isCount = Number.isInteger(count) && count >= PARTS_MIN && count <= PARTS_MAX;
  return isCount ? ok({ ranges: read.value, parts: count }) : err(words.badParts(parts, PARTS_MIN, PARTS_MAX));
}

/**
 * Reads the options of `TESTED_DATA_OPTIONS` and `csv`.
 * @returns the call, or a sentence that says what is wrong
 */
export function readTestedData(values: OptionValues): Result<BacktestArguments, string> {
  const file = values.get('candles');
  if (file === undefined) return err(words.noCandles);
  const timeframe = parseTimeframe(values.get('timeframe'));
  if (!timeframe.ok) return timeframe;
  const payout = parsePayout(values.get('payout'));
  if (!payout.ok) return payout;
  const stake = parseStake(values.get('stake'));
  if (!stake.ok) return stake;
  const subject = parseSubject(values, { kind: 'candles', file });
  if (!subject.ok) return subject;
  const sweep = parseSweep(values);
  if (!sweep.ok) return sweep;
  if (values.has('json') && values.has('csv')) return err(words.oneOutput);
  if (values.has('csv') && sweep.value !== null) return err(words.sweepHasNoTrades);
  return ok({
    file,
    timeframe: timeframe.value,
    subject: subject.value,
    payoutRatio: payout.value ?? ASSUMED_PAYOUT_RATIO,
    payoutIsAssumed: payout.value === null,
    stake: stake.value,
    sweep: sweep.value,
    output: values.has('json') ? 'json' : values.has('csv') ? 'csv' : 'text',
  });
}

/** Parses the arguments after `vigia backtest`. */
export function readBacktestArguments(args: readonly string[]): Result<BacktestArguments, CommandFailure> {
  const read = readArguments(args, KINDS);
  if (!read.ok) return read;
  const call = readTestedData(read.value);
  return call.ok ? call : err(wrongInputFailure(call.error));
}

import { err, ok, type Result } from '@vigia/core/kernel';
import { CANDLE_BASED_TYPES, type StrategyType } from '@vigia/core/strategy-definitions';
import { TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';

/**
 * The rules to replay, as the user named them: a setup file (null means the default setup), or a strategy type with its
 * parameters as JSON.
 */
export type ReplaySubject =
  | { readonly kind: 'setup'; readonly file: string | null }
  | { readonly kind: 'strategy'; readonly type: StrategyType; readonly parameters: string | null };

export type ReplayOptions = {
  readonly prices: { readonly kind: 'candles' | 'ticks'; readonly file: string };
  /**
   * Timeframe of the replay; null if the user named none. The replay then uses the timeframe of the setup, or 5m for a
   * strategy.
   */
  readonly timeframe: Timeframe | null;
  readonly subject: ReplaySubject;
  /** The payout as a fraction of the stake. */
  readonly payoutRatio: number | null;
  readonly json: boolean;
};

const KINDS = {
  candles: 'string',
  ticks: 'string',
  timeframe: 'string',
  setup: 'string',
  strategy: 'string',
  params: 'string',
  payout: 'string',
  json: 'boolean',
} as const;

/**
 * Largest accepted payout, as a fraction of the stake. A user who enters a larger number probably means a percentage.
 */
const PAYOUT_MAX = 2;
const PLAIN_NUMBER = /^\d*\.?\d+$/;

export function parseTimeframe(text: string | undefined): Result<Timeframe | null, string> {
  if (text === undefined) return ok(null);
  const timeframe = TIMEFRAMES.find((name) => name === text);
  return timeframe ? ok(timeframe) : err(REPLAY_MESSAGES.unknownTimeframe(text, TIMEFRAMES));
}

export function parsePayout(text: string | undefined): Result<number | null, string> {
  if (text === undefined) return ok(null);
  const payoutRatio = PLAIN_NUMBER.test(text) ? Number(text) : NaN;
  return payoutRatio > 0 && payoutRatio <= PAYOUT_MAX ? ok(payoutRatio) : err(REPLAY_MESSAGES.badPayout(text));
}

function pricesOf(candles: string | undefined, ticks: string | undefined): ReplayOptions['prices'] | null {
  if (candles !== undefined && ticks === undefined) return { kind: 'candles', file: candles };
  return ticks !== undefined && candles === undefined ? { kind: 'ticks', file: ticks } : null;
}

export function parseSubject(values: OptionValues, prices: ReplayOptions['prices']): Result<ReplaySubject, string> {
  const [file, name, parameters] = [values.get('setup'), values.get('strategy'), values.get('params')];
  if (name === undefined) {
    return parameters === undefined ? ok({ kind: 'setup', file: file ?? null }) : err(REPLAY_MESSAGES.paramsAlone);
  }
  if (file !== undefined) return err(REPLAY_MESSAGES.oneSubject);
  if (prices.kind === 'ticks') return err(REPLAY_MESSAGES.strategyNeedsCandles);
  const type = CANDLE_BASED_TYPES.find((known) => known === name);
  if (type === undefined) return err(REPLAY_MESSAGES.unknownStrategy(name, CANDLE_BASED_TYPES));
  return ok({ kind: 'strategy', type, parameters: parameters ?? null });
}

/** Parses the arguments after `vigia replay`. */
export function readOptions(args: readonly string[]): Result<ReplayOptions, CommandFailure> {
  const read = readArguments(args, KINDS);
  if (!read.ok) return read;
  const values = read.value;
  const prices = pricesOf(values.get('candles'), values.get('ticks'));
  if (!prices) return err(wrongInputFailure(REPLAY_MESSAGES.oneSource));
  const timeframe = parseTimeframe(values.get('timeframe'));
  if (!timeframe.ok) return err(wrongInputFailure(timeframe.error));
  const payout = parsePayout(values.get('payout'));
  if (!payout.ok) return err(wrongInputFailure(payout.error));
  const subject = parseSubject(values, prices);
  if (!subject.ok) return err(wrongInputFailure(subject.error));
  return ok({
    prices,
    timeframe: timeframe.value,
    subject: subject.value,
    payoutRatio: payout.value,
    json: values.has('json'),
  });
}

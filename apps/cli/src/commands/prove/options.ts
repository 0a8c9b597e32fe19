import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { type BacktestArguments, readTestedData, TESTED_DATA_OPTIONS } from '../backtest/options.ts';
import { PROVE_MESSAGES as words } from './messages.es.ts';

/** One of the three checks: null worlds, dependence on later candles, or dependence on the start of the data. */
export type ProofCheck =
  | { readonly kind: 'worlds'; readonly worlds: number; readonly seed: number }
  | { readonly kind: 'lookahead' }
  /** `warmUp`: number of candles after which runs with different first candles must give equal signals. */
  | { readonly kind: 'starts'; readonly warmUp: number };

export type ProveArguments = { readonly tested: BacktestArguments; readonly check: ProofCheck };

const KINDS = {
  ...TESTED_DATA_OPTIONS,
  worlds: 'string',
  seed: 'string',
  lookahead: 'boolean',
  starts: 'boolean',
  'warm-up': 'string',
} as const;

const WORLDS = { standard: 500, min: 20, max: 100_000 } as const;
const SEED = { standard: 1, min: 0, max: 4_294_967_295 } as const;
const WARM_UP = { standard: 500, min: 0, max: 1_000_000 } as const;

type WholeNumber = { readonly standard: number; readonly min: number; readonly max: number };

function parseWhole(values: OptionValues, name: string, { standard, min, max }: WholeNumber): Result<number, string> {
  const text = values.get(name);
  if (text === undefined) return ok(standard);
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? ok(value) : err(words.badWhole(name, text, min, max));
}

function parseCheck(values: OptionValues): Result<ProofCheck, string> {
  const [isLookAhead, isStarts] = [values.has('lookahead'), values.has('starts')];
  if (isLookAhead && isStarts) return err(words.oneCheck);
  const isRuleCheck = isLookAhead || isStarts;
  if (isRuleCheck && (values.has('worlds') || values.has('seed'))) return err(words.noWorldsHere);
  if (isRuleCheck && values.has('sweep')) return err(words.noSweepHere);
  if (!isStarts && values.has('warm-up')) return err(words.warmUpAlone);
  if (isLookAhead) return ok({ kind: 'lookahead' });
  if (isStarts) {
    const warmUp = parseWhole(values, 'warm-up', WARM_UP);
    return warmUp.ok ? ok({ kind: 'starts', warmUp: warmUp.value }) : warmUp;
  }
  const worlds = parseWhole(values, 'worlds', WORLDS);
  if (!worlds.ok) return worlds;
  const seed = parseWhole(values, 'seed', SEED);
  return seed.ok ? ok({ kind: 'worlds', worlds: worlds.value, seed: seed.value }) : seed;
}

function readValues(values: OptionValues): Result<ProveArguments, string> {
  if (!values.has('candles')) return err(words.noCandles);
  const check = parseCheck(values);
  if (!check.ok) return check;
  const tested = readTestedData(values);
  return tested.ok ? ok({ tested: tested.value, check: check.value }) : tested;
}

/** Parses the arguments after `vigia prove`. */
export function readProveArguments(args: readonly string[]): Result<ProveArguments, CommandFailure> {
  const read = readArguments(args, KINDS);
  if (!read.ok) return read;
  const call = readValues(read.value);
  return call.ok ? call : err(wrongInputFailure(call.error));
}

import { SWEEP_MAX_VARIANTS } from '@vigia/contract';
import {
  type BacktestSubject,
  checkLookAhead,
  checkStarts,
  judgeWorlds,
  planSweep,
  signalsOfRules,
  timeframeOf,
} from '@vigia/core/backtest';
import type { CandleColumns } from '@vigia/core/candles';
import { assertNever, err, invariant, ok, type Result } from '@vigia/core/kernel';
import { TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { type Command, type CommandContext, type CommandFailure, wrongInputFailure } from '#command.ts';
import { backtestFailure, optionsOf, settingOf } from '../backtest/backtest.ts';
import { BACKTEST_MESSAGES } from '../backtest/messages.es.ts';
import type { BacktestArguments } from '../backtest/options.ts';
import { readSubject } from '../backtest/read-subject.ts';
import { readPrices } from '../replay/read-prices.ts';
import {
  lookAheadJson,
  lookAheadText,
  methodText,
  startsJson,
  startsText,
  PROVE_MESSAGES as words,
  worldsJson,
  worldsText,
} from './messages.es.ts';
import { type ProofCheck, readProveArguments } from './options.ts';
import { proveInThreads } from './prove-in-threads.ts';
import type { TestedMethod } from './thread.ts';

/** Number of walk-forward parts of a sweep whose user names none. */
const STANDARD_PARTS = 4;
const MAX_CUTS = 200;
const MAX_STARTS = 20;
/** Number of progress lines of a command. */
const PROGRESS_LINES = 10;

type Tested = { readonly call: BacktestArguments; readonly subject: BacktestSubject; readonly candles: CandleColumns };
type Printed = Result<string, CommandFailure>;

/** Returns a function that prints a line whenever another tenth of the work is done. */
function progressOf({ terminal }: CommandContext, say: (fraction: number) => string): (fraction: number) => void {
  let printed = 0;
  return (fraction) => {
    const tenths = Math.floor(fraction * PROGRESS_LINES);
    if (tenths <= printed) return;
    printed = tenths;
    terminal?.say(say(fraction));
  };
}

function sweepOf({ call, subject }: Tested): Result<TestedMethod['sweep'], CommandFailure> {
  if (call.sweep === null) return ok(null);
  const plan = planSweep(subject, call.sweep.ranges, SWEEP_MAX_VARIANTS);
  if (!plan.ok) return err(wrongInputFailure(BACKTEST_MESSAGES.planFault(plan.error)));
  return ok({ variants: plan.value.variants, parts: call.sweep.parts ?? STANDARD_PARTS });
}

async function proveWorlds(
  tested: Tested,
  { worlds, seed }: Extract<ProofCheck, { kind: 'worlds' }>,
  context: CommandContext,
): Promise<Printed> {
  const { call, subject, candles } = tested;
  const sweep = sweepOf(tested);
  if (!sweep.ok) return sweep;
  const method = { subject, sweep: sweep.value, options: optionsOf(call) };
  const onProgress = progressOf(context, (fraction) => words.progress(Math.round(fraction * worlds), worlds));
  const results = await proveInThreads(candles, { method, seed, worlds }, (done) => onProgress(done / (worlds + 1)));
  if (!results.ok) return err(backtestFailure(call.file, results.error));
  const figures = judgeWorlds(results.value);
  if (call.output === 'json') return ok(worldsJson(figures, seed));
  return ok(worldsText(figures, methodText(sweep.value), settingOf(call, subject)));
}

/** Returns the text of a check. If the report says that the check failed, the command ends with exit code 1. */
const checked = ({ output }: BacktestArguments, passed: boolean, text: () => string, json: () => string): Printed => {
  if (output === 'json') return ok(json());
  return passed ? ok(text()) : err({ message: text(), exitCode: 1 });
};

function proveLookAhead({ call, subject, candles }: Tested, context: CommandContext): Printed {
  const onProgress = progressOf(context, words.checking);
  const figures = checkLookAhead(candles, signalsOfRules(subject, optionsOf(call)), { maxCuts: MAX_CUTS, onProgress });
  if (!figures.ok) return err(backtestFailure(call.file, figures.error));
  const { value } = figures;
  return checked(
    call,
    value.faults.length === 0,
    () => lookAheadText(value),
    () => lookAheadJson(value),
  );
}

function proveStarts({ call, subject, candles }: Tested, warmUp: number, context: CommandContext): Printed {
  const onProgress = progressOf(context, words.checking);
  const timeframeSeconds = TIMEFRAME_SECONDS[timeframeOf(subject)];
  const options = { timeframeSeconds, maxStarts: MAX_STARTS, onProgress };
  const starts = checkStarts(candles, signalsOfRules(subject, optionsOf(call)), options);
  if (!starts.ok) return err(backtestFailure(call.file, starts.error));
  const { value } = starts;
  return checked(
    call,
    value.every(({ settledAfter }) => settledAfter <= warmUp),
    () => startsText(value, warmUp),
    () => startsJson(value, warmUp),
  );
}

function runCheck(tested: Tested, check: ProofCheck, context: CommandContext): Promise<Printed> | Printed {
  switch (check.kind) {
    case 'worlds':
      return proveWorlds(tested, check, context);
    case 'lookahead':
      return proveLookAhead(tested, context);
    case 'starts':
      return proveStarts(tested, check.warmUp, context);
    default:
      return assertNever(check);
  }
}

/**
 * `vigia prove`: runs a method in null copies of its own market, or checks that its signals depend neither on later
 * candles nor on the start of the data.
 */
export const prove: Command = {
  help: words.help,
  run: async (args, context) => {
    const call = readProveArguments(args);
    if (!call.ok) return call;
    const { tested, check } = call.value;
    const subject = await readSubject(tested.subject, tested.timeframe);
    if (!subject.ok) return subject;
    const prices = await readPrices({ kind: 'candles', file: tested.file });
    if (!prices.ok) return prices;
    invariant(prices.value.kind === 'candles', 'a file of candles is read as candles');
    return runCheck({ call: tested, subject: subject.value, candles: prices.value.candles }, check, context);
  },
};

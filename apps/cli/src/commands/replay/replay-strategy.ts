import { basename } from 'node:path';
import { tradeAt } from '@vigia/core/backtest';
import { err, invariant, ok, type Result } from '@vigia/core/kernel';
import { type CommandContext, type CommandFailure, type CommandOutput, wrongInputFailure } from '#command.ts';
import { DecidedSignals } from './decided-signals.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';
import type { ReplayOptions, ReplaySubject } from './options.ts';
import { replayErrorText } from './price-error.es.ts';
import { readPrices } from './read-prices.ts';
import { readStrategy } from './read-strategy.ts';
import { runStrategy, SIGNAL_OUTCOME, type StrategyRun } from './strategy-run.ts';
import { summariseSignals } from './summary.ts';

const DEFAULT_TIMEFRAME = '5m';

function decidedOf({ trades }: StrategyRun): DecidedSignals {
  const decided = new DecidedSignals();
  for (let row = 0; row < trades.length; row += 1) {
    const outcome = SIGNAL_OUTCOME[tradeAt(trades, row).result];
    if (outcome !== 'pending') decided.add(outcome);
  }
  return decided;
}

/** Replays a strategy over recorded candles. */
export async function replayStrategy(
  subject: Extract<ReplaySubject, { kind: 'strategy' }>,
  { prices: source, timeframe: asked, payoutRatio, json }: ReplayOptions,
  { elapsedMs }: CommandContext,
): Promise<Result<CommandOutput, CommandFailure>> {
  const rules = readStrategy(subject);
  if (!rules.ok) return rules;
  const prices = await readPrices(source);
  if (!prices.ok) return prices;
  invariant(prices.value.kind === 'candles', 'options let a strategy have candles only');
  const timeframe = asked ?? DEFAULT_TIMEFRAME;
  const run = runStrategy(prices.value.candles, rules.value, timeframe);
  if (!run.ok) {
    invariant(run.error.reason !== 'cancelled', 'a replay is never cancelled');
    const { line, text } = replayErrorText(run.error);
    return err(wrongInputFailure(REPLAY_MESSAGES.badPrices(source.file, line, text)));
  }
  const decided = decidedOf(run.value);
  const pending = run.value.trades.length - decided.length;
  const summary = summariseSignals(run.value, decided, { pending, payout: payoutRatio });
  if (json) return ok((await import('./json-report.ts')).strategyJsonReport(run.value, summary));
  const { humanReport } = await import('./human-report.es.ts');
  const title = `${basename(source.file)}, velas de ${timeframe}, estrategia ${subject.type}`;
  return ok(humanReport(title, summary, prices.value.candles.length, elapsedMs()));
}

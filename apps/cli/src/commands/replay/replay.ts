import { basename } from 'node:path';
import { err, ok } from '@vigia/core/kernel';
import { type Command, type CommandOutput, wrongInputFailure } from '#command.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';
import { readOptions } from './options.ts';
import { replayErrorText } from './price-error.es.ts';
import { type Prices, readPrices } from './read-prices.ts';
import { readSetup } from './read-setup.ts';
import { countReplay, runReplay } from './replay-run.ts';
import { replayStrategy } from './replay-strategy.ts';
import { summarise } from './summary.ts';

const rowsOf = (prices: Prices): number => (prices.kind === 'candles' ? prices.candles.length : prices.ticks.length);

/** `vigia replay`: replays a setup or a strategy over recorded prices. */
export const replay: Command<CommandOutput> = {
  help: REPLAY_MESSAGES.help,
  run: async (args, context) => {
    const options = readOptions(args);
    if (!options.ok) return options;
    const { prices: source, timeframe, subject, payoutRatio, json } = options.value;
    if (subject.kind === 'strategy') return replayStrategy(subject, options.value, context);
    const setup = await readSetup(subject.file);
    if (!setup.ok) return setup;
    const rules = { ...setup.value, timeframe: timeframe ?? setup.value.timeframe };
    const prices = await readPrices(source);
    if (!prices.ok) return prices;
    const of = { prices: prices.value, rules, payoutRatio };
    const counts = countReplay(of);
    if (!counts.ok) {
      const { line, text } = replayErrorText(counts.error);
      return err(wrongInputFailure(REPLAY_MESSAGES.badPrices(source.file, line, text)));
    }
    const summary = summarise(counts.value, payoutRatio);
    if (json) return ok((await import('./json-report.ts')).jsonReport((listener) => runReplay(of, listener), summary));
    const { humanReport } = await import('./human-report.es.ts');
    const title = `${basename(source.file)}, velas de ${rules.timeframe}`;
    return ok(humanReport(title, summary, rowsOf(prices.value), context.elapsedMs()));
  },
};

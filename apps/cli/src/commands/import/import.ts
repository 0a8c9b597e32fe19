import { err, ok, type Result } from '@vigia/core/kernel';
import { importHistory, StartupError } from '@vigia/server';
import { type Command, type CommandFailure, wrongInput } from '#command.ts';
import { readPrices } from '#commands/replay/read-prices.ts';
import { importFaultText } from './fault.es.ts';
import { IMPORT_MESSAGES } from './messages.es.ts';
import { readOptions } from './options.ts';

/** `vigia import`: stores a file of candles as history for charts and backtests. */
export const importCandles: Command = {
  help: IMPORT_MESSAGES.help,
  run: async (args) => {
    const options = readOptions(args);
    if (!options.ok) return options;
    const { symbol, file } = options.value;
    const prices = await readPrices({ kind: 'candles', file });
    if (!prices.ok) return prices;
    if (prices.value.kind !== 'candles') throw new Error('candles were asked for');
    return load(file, symbol, prices.value.candles);
  },
};

type Candles = Parameters<typeof importHistory>[0]['candles'];

async function load(file: string, symbol: string, candles: Candles): Promise<Result<string, CommandFailure>> {
  try {
    const outcome = await importHistory({ symbol, candles });
    if (!outcome.ok) return err(wrongInput(importFaultText(file, outcome.error)));
    return ok(IMPORT_MESSAGES.done(symbol, outcome.value.read, outcome.value.added));
  } catch (error) {
    if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
    throw error;
  }
}

import { err, ok, type Result } from '@vigia/core/kernel';
import { type ExaminedFile, examinePriceFile, importHistory, type LocalPriceFile, StartupError } from '@vigia/server';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { unreadableFileText } from '#read-input.ts';
import { chooseZone } from './choose-zone.ts';
import { importFaultText } from './fault.es.ts';
import { IMPORT_MESSAGES } from './messages.es.ts';
import { readOptions } from './options.ts';

/** `vigia import`: stores the candles of a file as history for backtests, with the time zone that the user confirms. */
export const importCandles: Command = {
  help: IMPORT_MESSAGES.help,
  run: async (args, { terminal }) => {
    const options = readOptions(args);
    if (!options.ok) return options;
    const { symbol, file: path, dateOrder, timeZone: given } = options.value;
    const file = { path, dateOrder };
    const examined = await examine(file);
    if (!examined.ok) return examined;
    const zone = await chooseZone(examined.value, given, terminal);
    return zone.ok ? load(file, symbol, zone.value) : zone;
  },
};

async function examine(file: LocalPriceFile): Promise<Result<ExaminedFile, CommandFailure>> {
  try {
    const examined = await examinePriceFile(file);
    if (!examined.ok) return err(wrongInputFailure(IMPORT_MESSAGES.unreadable(file.path, examined.error)));
    return examined;
  } catch (error) {
    return err(wrongInputFailure(unreadableFileText(file.path, error)));
  }
}

async function load(file: LocalPriceFile, symbol: string, timeZone: string): Promise<Result<string, CommandFailure>> {
  try {
    const outcome = await importHistory({ file, symbol, timeZone });
    if (!outcome.ok) return err(wrongInputFailure(importFaultText(file.path, outcome.error)));
    return ok(IMPORT_MESSAGES.done(symbol, outcome.value.read, outcome.value.added, timeZone));
  } catch (error) {
    if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
    throw error;
  }
}

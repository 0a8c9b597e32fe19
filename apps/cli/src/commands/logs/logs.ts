import { err, ok } from '@vigia/core/kernel';
import { installation, StartupError } from '@vigia/server';
import { type Command, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { currentLogFile } from '#running/log-file.ts';
import { lastLines } from '#running/tail.ts';
import { followLogFile } from './follow-log-file.ts';
import { LOGS_MESSAGES } from './messages.es.ts';

const SHOWN_LINES = '50';
const LINES_MAX = 10_000;

/** `vigia logs`: shows the end of the log, and with `--follow` what is written later. */
export const logs: Command = {
  help: LOGS_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { lines: 'string', follow: 'boolean' });
    if (!values.ok) return values;
    const lines = values.value.get('lines') ?? SHOWN_LINES;
    if (!/^[1-9]\d*$/.test(lines) || Number(lines) > LINES_MAX) return err(wrongInputFailure(LOGS_MESSAGES.lines));
    try {
      const file = currentLogFile(installation().dataFolder);
      return values.value.has('follow')
        ? ok(await followLogFile(file, Number(lines)))
        : ok(lastLines(file, Number(lines)));
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      const { code, path = '' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return err({ message: LOGS_MESSAGES.none(path), exitCode: 1 });
      throw error;
    }
  },
};

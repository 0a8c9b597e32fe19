import { resolve } from 'node:path';
import { err, ok } from '@vigia/core/kernel';
import { restore, StartupError } from '@vigia/server';
import { type Command, wrongInput } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { RESTORE_MESSAGES } from './messages.es.ts';

/** `vigia restore`: restores a backup into an empty database. */
export const restoreBackup: Command = {
  help: RESTORE_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { from: 'string' });
    if (!values.ok) return values;
    const from = values.value.get('from');
    if (from === undefined) return err(wrongInput(RESTORE_MESSAGES.missing));
    try {
      const { rows, tables, takenAt, keyFile, hasKey } = await restore(resolve(from));
      const key = hasKey || keyFile === null ? RESTORE_MESSAGES.ready : RESTORE_MESSAGES.needsKey(keyFile);
      return ok(`${RESTORE_MESSAGES.done(rows, tables, takenAt)}\n${key}\n`);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

import { resolve } from 'node:path';
import { err, ok } from '@vigia/core/kernel';
import { backUp, StartupError } from '@vigia/server';
import { type Command, wrongInput } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { BACKUP_MESSAGES } from './messages.es.ts';

/** `vigia backup`: writes the whole database to a folder. */
export const backup: Command = {
  help: BACKUP_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { to: 'string' });
    if (!values.ok) return values;
    const to = values.value.get('to');
    if (to === undefined) return err(wrongInput(BACKUP_MESSAGES.missing));
    try {
      const { rows, tables, keyFile } = await backUp(resolve(to));
      const key = keyFile === null ? BACKUP_MESSAGES.keepGivenKey : BACKUP_MESSAGES.keepKey(keyFile);
      return ok(`${BACKUP_MESSAGES.done(resolve(to), rows, tables)}\n${key}\n`);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

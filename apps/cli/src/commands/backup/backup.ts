import { resolve } from 'node:path';
import { err, ok } from '@vigia/core/kernel';
import { type BackupReport, backUp, StartupError } from '@vigia/server';
import { passphrasePrompt } from '#ask-passphrase.ts';
import { type Command, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { BACKUP_MESSAGES } from './messages.es.ts';

/** `vigia backup`: writes the whole database to an encrypted file. */
export const backup: Command = {
  help: BACKUP_MESSAGES.help,
  run: async (args, { terminal }) => {
    const values = readArguments(args, { to: 'string', 'key-file': 'string', unencrypted: 'string' });
    if (!values.ok) return values;
    const [to, words] = [values.value.get('to'), values.value.get('unencrypted')];
    if (to === undefined) return err(wrongInputFailure(BACKUP_MESSAGES.missing));
    if (words !== undefined && words !== BACKUP_MESSAGES.words)
      return err(wrongInputFailure(BACKUP_MESSAGES.wrongWords));
    const passphrase = { keyFile: values.value.get('key-file') ?? null, ask: passphrasePrompt(terminal) };
    try {
      return ok(report(resolve(to), await backUp(resolve(to), words === undefined ? passphrase : null), words));
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function report(to: string, { rows, tables, keyFile, keyWarning }: BackupReport, words: string | undefined): string {
  const done = words === undefined ? BACKUP_MESSAGES.done : BACKUP_MESSAGES.doneUnencrypted;
  const key = keyFile === null ? BACKUP_MESSAGES.keepGivenKey : BACKUP_MESSAGES.keepKey(keyFile);
  const lines = [done(to, rows, tables), key, ...(keyWarning === null ? [] : [keyWarning])];
  return `${lines.join('\n')}\n`;
}

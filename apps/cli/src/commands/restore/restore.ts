import { resolve } from 'node:path';
import { err, ok, type Result } from '@vigia/core/kernel';
import {
  type RestoreEffectCounts,
  type RestoreReport,
  restore,
  StartupError,
  type VerifiedBackup,
  verifyBackup,
} from '@vigia/server';
import { passphrasePrompt } from '#ask-passphrase.ts';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import type { Terminal } from '#terminal.ts';
import { RESTORE_MESSAGES } from './messages.es.ts';

/** `vigia restore`: restores a backup, or only checks it. */
export const restoreBackup: Command = {
  help: RESTORE_MESSAGES.help,
  run: async (args, { terminal }) => {
    const values = readArguments(args, {
      from: 'string',
      check: 'string',
      'key-file': 'string',
      replace: 'boolean',
      previous: 'string',
      'without-previous-database': 'boolean',
    });
    const wanted = values.ok ? readPath(values.value) : values;
    if (!wanted.ok || !values.ok) return wanted;
    const passphrase = { keyFile: values.value.get('key-file') ?? null, ask: passphrasePrompt(terminal) };
    try {
      if (values.value.has('check')) return ok(checked(await verifyBackup(wanted.value, passphrase)));
      const previous = values.value.get('previous');
      const restored = await restore({
        path: wanted.value,
        passphrase,
        replace: values.value.has('replace'),
        previousFolder: previous === undefined ? null : resolve(previous),
        hasNoPrevious: values.value.has('without-previous-database'),
        confirmNone: () => confirmNone(terminal),
      });
      return ok(report(restored));
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function readPath(values: OptionValues): Result<string, CommandFailure> {
  const [from, check] = [values.get('from'), values.get('check')];
  if (from !== undefined && check !== undefined) return err(wrongInputFailure(RESTORE_MESSAGES.both));
  if (values.has('previous') && values.has('without-previous-database'))
    return err(wrongInputFailure(RESTORE_MESSAGES.previousTwice));
  const path = from ?? check;
  return path === undefined ? err(wrongInputFailure(RESTORE_MESSAGES.missing)) : ok(resolve(path));
}

async function confirmNone(terminal: Terminal | null): Promise<boolean> {
  if (terminal === null) return false;
  return (await terminal.ask(RESTORE_MESSAGES.noPrevious)).trim() === RESTORE_MESSAGES.noPreviousAnswer;
}

const warning = ({ isEncrypted }: VerifiedBackup): readonly string[] =>
  isEncrypted ? [] : [RESTORE_MESSAGES.unencrypted];

function checked(backup: VerifiedBackup): string {
  const { rows, tables, takenAt, newestStep } = backup;
  return `${[RESTORE_MESSAGES.whole(rows, tables, takenAt, newestStep), ...warning(backup)].join('\n')}\n`;
}

function report(restored: RestoreReport): string {
  const { rows, tables, takenAt, effects, hadPrevious, safetyCopy, unreadableLines } = restored;
  const lines = [
    RESTORE_MESSAGES.done(rows, tables, takenAt),
    ...effectLines(effects),
    ...(hadPrevious ? [] : [RESTORE_MESSAGES.withoutPrevious]),
    ...(safetyCopy === null ? [] : [RESTORE_MESSAGES.safetyCopy(safetyCopy)]),
    ...(unreadableLines === 0 ? [] : [RESTORE_MESSAGES.unreadable(unreadableLines)]),
    ...warning(restored),
    RESTORE_MESSAGES.ready,
  ];
  return `${lines.join('\n')}\n`;
}

function effectLines(effects: RestoreEffectCounts): readonly string[] {
  const names = Object.keys(effects) as (keyof RestoreEffectCounts)[];
  const lines = names.flatMap((name) => (effects[name] > 0 ? [RESTORE_MESSAGES.effect(name, effects[name])] : []));
  return lines.length === 0 ? [RESTORE_MESSAGES.noEffects] : lines;
}

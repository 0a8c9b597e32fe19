import { err, ok } from '@vigia/core/kernel';
import { checkUpgrade, StartupError, type UpgradeCheck } from '@vigia/server';
import { type Command, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { UPGRADE_MESSAGES } from './messages.es.ts';

/** `vigia upgrade --check`: states what the first start of this version changes in the data. */
export const upgrade: Command = {
  help: UPGRADE_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { check: 'boolean' });
    if (!values.ok) return values;
    if (!values.value.has('check')) return err(wrongInputFailure(UPGRADE_MESSAGES.missing));
    try {
      return ok(describe(await checkUpgrade()));
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function describe({ version, hasData, steps, backupFolder }: UpgradeCheck): string {
  if (!hasData) return UPGRADE_MESSAGES.empty(version);
  if (steps.length === 0) return UPGRADE_MESSAGES.upToDate(version);
  const lines = steps.map(({ number, name }) => `${String(number).padStart(4, '0')} ${name.replaceAll('_', ' ')}`);
  return UPGRADE_MESSAGES.pending(version, lines, backupFolder);
}

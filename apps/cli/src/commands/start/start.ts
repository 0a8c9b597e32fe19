import { err, ok } from '@vigia/core/kernel';
import { folderHolder, type Installation, installation, StartupError } from '@vigia/server';
import { type Command, wrongInputFailure } from '#command.ts';
import { readArguments } from '#read-arguments.ts';
import { readInstance } from '#running/instance.ts';
import { RUNNING_MESSAGES } from '#running/messages.es.ts';
import { startInBackground } from './in-background.ts';
import { runInForeground } from './in-foreground.ts';
import { START_MESSAGES } from './messages.es.ts';

/** `vigia start`: starts the server under a supervisor, in the background or in this terminal. */
export const start: Command = {
  help: START_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { foreground: 'boolean' });
    if (!values.ok) return values;
    try {
      return await startHere(installation(), values.value.has('foreground'));
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

async function startHere(installed: Installation, isForeground: boolean): ReturnType<Command['run']> {
  const { dataFolder, serverFile, folder } = installed;
  if (serverFile === null) return err(wrongInputFailure(RUNNING_MESSAGES.notBuilt(folder)));
  const url = readInstance(dataFolder)?.url;
  if (url !== undefined && url !== null) return ok(START_MESSAGES.running(url));
  const holder = folderHolder(dataFolder);
  if (holder !== null) return err({ message: START_MESSAGES.taken(holder.purpose, holder.pid), exitCode: 1 });
  return isForeground ? runInForeground(installed, serverFile) : startInBackground(installed);
}

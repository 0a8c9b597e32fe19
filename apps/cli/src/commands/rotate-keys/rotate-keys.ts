import { err, ok } from '@vigia/core/kernel';
import { rotateKeys, StartupError } from '@vigia/server';
import type { Command } from '#command.ts';
import { ROTATE_KEYS_MESSAGES } from './messages.es.ts';

/** `vigia rotate-keys`: installs a new master key, and encrypts everything again that the previous key encrypted. */
export const rotateKeysCommand: Command = {
  help: ROTATE_KEYS_MESSAGES.help,
  run: async (args) => {
    if (args.length > 0) return err({ message: ROTATE_KEYS_MESSAGES.noOptions, exitCode: 2 });
    try {
      const { keyId, people, source } = await rotateKeys();
      return ok(`${ROTATE_KEYS_MESSAGES.done(keyId, people)}\n${ROTATE_KEYS_MESSAGES[source]}\n`);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

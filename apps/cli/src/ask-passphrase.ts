import type { PassphrasePurpose } from '@vigia/server';
import { MESSAGES } from './messages.es.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns a function that asks the user for the passphrase of a backup; returns null without a terminal. For a new
 * passphrase, the function asks twice, and repeats both questions until the two texts are equal or the first one is
 * empty.
 */
export function passphrasePrompt(terminal: Terminal | null): ((purpose: PassphrasePurpose) => Promise<string>) | null {
  if (terminal === null) return null;
  const { askHidden } = terminal;
  return async (purpose) => {
    if (purpose === 'open') return askHidden(MESSAGES.passphrase);
    let question: string = MESSAGES.newPassphrase;
    for (;;) {
      const first = await askHidden(question);
      if (first === '' || first === (await askHidden(MESSAGES.passphraseAgain))) return first;
      question = MESSAGES.passphrasesDiffer;
    }
  };
}

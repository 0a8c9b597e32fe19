import type { PassphrasePurpose } from '@vigia/server';
import { MESSAGES } from './messages.es.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns a function that asks for the passphrase of a backup; returns null without a terminal. The function asks twice
 * for a new passphrase, and again until both texts are equal.
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

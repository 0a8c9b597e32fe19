import { err, ok, type Result } from '@vigia/core/kernel';
import { type Correction, correctTrade, StartupError } from '@vigia/server';
import { type Command, type CommandFailure, wrongInputFailure } from '#command.ts';
import { type OptionValues, readArguments } from '#read-arguments.ts';
import { CORRECT_MESSAGES } from './messages.es.ts';

const OUTCOMES = ['won', 'lost', 'expired', 'cancelled'] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REASON_MAX_LENGTH = 500;

/**
 * `vigia correct`: gives an ended trade another outcome. The server stores and publishes the new outcome as a
 * correction.
 */
export const correct: Command = {
  help: CORRECT_MESSAGES.help,
  run: async (args) => {
    const values = readArguments(args, { trade: 'string', outcome: 'string', reason: 'string' });
    const wanted = values.ok ? readCorrection(values.value) : values;
    if (!wanted.ok) return wanted;
    try {
      const corrected = await correctTrade(wanted.value);
      if (!corrected.ok) return err(wrongInputFailure(CORRECT_MESSAGES.refusals[corrected.error]));
      const { before, after, profitBeforeMinor, profitAfterMinor } = corrected.value;
      if (before === after) return ok(`${CORRECT_MESSAGES.unchanged(after)}\n`);
      return ok(`${CORRECT_MESSAGES.done(before, after, profitBeforeMinor, profitAfterMinor)}\n`);
    } catch (error) {
      if (error instanceof StartupError) return err({ message: error.message, exitCode: error.exitCode });
      throw error;
    }
  },
};

function readCorrection(values: OptionValues): Result<Correction, CommandFailure> {
  const [tradeId, word, text] = [values.get('trade'), values.get('outcome'), values.get('reason')];
  if (tradeId === undefined) return err(wrongInputFailure(CORRECT_MESSAGES.missing('--trade')));
  if (word === undefined) return err(wrongInputFailure(CORRECT_MESSAGES.missing('--outcome')));
  if (text === undefined) return err(wrongInputFailure(CORRECT_MESSAGES.missing('--reason')));
  if (!UUID.test(tradeId)) return err(wrongInputFailure(CORRECT_MESSAGES.badTrade(tradeId)));
  const outcome = OUTCOMES.find((known) => known === word);
  if (outcome === undefined) return err(wrongInputFailure(CORRECT_MESSAGES.badOutcome(word)));
  const reason = text.trim();
  if (reason === '' || reason.length > REASON_MAX_LENGTH) return err(wrongInputFailure(CORRECT_MESSAGES.badReason));
  return ok({ tradeId, outcome, reason });
}

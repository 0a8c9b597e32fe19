import { err, type InputError, ok, type Result } from '@vigia/core/kernel';
import { parseStrategyRules, type StrategyRules } from '@vigia/core/strategies';
import { type CommandFailure, wrongInput } from '#command.ts';
import { inputErrorText } from './input-error.es.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';
import type { ReplaySubject } from './options.ts';

const PREFIX = /^parameters[.]?/;

function parseJson(text: string | null): Result<unknown, CommandFailure> {
  try {
    return ok(text === null ? {} : JSON.parse(text));
  } catch {
    return err(wrongInput(REPLAY_MESSAGES.paramsNotJson));
  }
}

/** Shortens the keys in an error to the names that the user typed on the command line. */
function atHome(error: InputError): InputError {
  const path = error.path.replace(PREFIX, '');
  return 'other' in error ? { ...error, path, other: error.other.replace(PREFIX, '') } : { ...error, path };
}

/** Returns the rules of the strategy that the user named on the command line. Missing parameters get their defaults. */
export function readStrategy({
  type,
  parameters: text,
}: Extract<ReplaySubject, { kind: 'strategy' }>): Result<StrategyRules, CommandFailure> {
  const parameters = parseJson(text);
  if (!parameters.ok) return parameters;
  const rules = parseStrategyRules({ type, parameters: parameters.value });
  if (rules.ok) return rules;
  const [first, ...more] = rules.error;
  const fault = first ? inputErrorText(atHome(first)) : '';
  return err(wrongInput(REPLAY_MESSAGES.badParams(fault, more.length)));
}

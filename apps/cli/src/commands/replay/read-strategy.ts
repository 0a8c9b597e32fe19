import { readStrategyRules } from '@vigia/contract';
import { err, ok, type Result } from '@vigia/core/kernel';
import type { StrategyRules } from '@vigia/core/strategies';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { faultText } from './fault-text.ts';
import { REPLAY_MESSAGES } from './messages.es.ts';
import type { ReplaySubject } from './options.ts';

function parseJson(text: string | null): Result<unknown, CommandFailure> {
  try {
    return ok(text === null ? {} : JSON.parse(text));
  } catch {
    return err(wrongInputFailure(REPLAY_MESSAGES.paramsNotJson));
  }
}

/** Returns the rules of the strategy that the user named on the command line. Missing parameters get their defaults. */
export function readStrategy({
  type,
  parameters: text,
}: Extract<ReplaySubject, { kind: 'strategy' }>): Result<StrategyRules, CommandFailure> {
  const parameters = parseJson(text);
  if (!parameters.ok) return parameters;
  const rules = readStrategyRules({ type, parameters: parameters.value });
  if (rules.ok) return rules;
  const [first, ...more] = rules.error;
  const fault = first ? faultText(first) : '';
  return err(wrongInputFailure(REPLAY_MESSAGES.badParams(fault, more.length)));
}

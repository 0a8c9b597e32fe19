import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { ApiFailure } from './api-failure.ts';
import { libMessages as words } from './messages.es.ts';

/** An error whose message is a complete Spanish text for the user. */
export class FailureWithText extends Error {
  override readonly name = 'FailureWithText';
}

/** Returns the stable error code of an API or auth failure, or null if it has none. */
export function failureCode(failure: unknown): string | null {
  if (failure instanceof ApiFailure || failure instanceof AuthFailure) return failure.code;
  return null;
}

/** Returns the message that the screen shows for an error. */
export function problemOf(failure: unknown): string {
  if (failure instanceof ApiFailure)
    return failure.reason.kind === 'refused' ? (firstDetail(failure) ?? failure.message) : failure.message;
  return failure instanceof AuthFailure || failure instanceof FailureWithText ? failure.message : words.unexpected;
}

/**
 * Returns a sentence followed by the reason of the failure. If the message of the server starts with the same sentence,
 * the sentence is not repeated.
 */
export function withProblem(sentence: string, failure: unknown): string {
  const problem = problemOf(failure);
  return problem.startsWith(sentence) ? problem : `${sentence} ${problem}`;
}

/** Returns the message of the first field error. Most forms have few fields, so one message is enough. */
const firstDetail = ({ reason }: ApiFailure): string | undefined =>
  reason.kind === 'refused' ? reason.details[0]?.message : undefined;

import { AuthFailure } from '#shared/auth/auth-failure.ts';
import { ApiFailure } from './api-failure.ts';
import { libMessages as words } from './messages.es.ts';

/** A refusal that a screen has put into words of its own: its message is for the person. */
export class WordedFailure extends Error {
  override readonly name = 'WordedFailure';
}

/** The stable code of a refusal, of the API's as of the auth service's; null where neither gave one. */
export function failureCode(failure: unknown): string | null {
  if (failure instanceof ApiFailure || failure instanceof AuthFailure) return failure.code;
  return null;
}

/** The sentence to show for whatever went wrong. */
export function problemOf(failure: unknown): string {
  if (failure instanceof ApiFailure)
    return failure.reason.kind === 'refused' ? (firstDetail(failure) ?? failure.message) : failure.message;
  return failure instanceof AuthFailure || failure instanceof WordedFailure ? failure.message : words.unexpected;
}

/** What a screen could not do, in its own sentence, and why: the server's sentence may begin with the same one. */
export function withProblem(sentence: string, failure: unknown): string {
  const problem = problemOf(failure);
  return problem.startsWith(sentence) ? problem : `${sentence} ${problem}`;
}

/** Of several wrong fields the first: most forms send few. */
function firstDetail({ reason }: ApiFailure): string | undefined {
  return reason.kind === 'refused' ? reason.details[0]?.message : undefined;
}

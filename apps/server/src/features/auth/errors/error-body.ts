import { type AuthRefusal, statusOf } from './auth-error.ts';

/**
 * Oldest API version whose clients read the string `code` of an error. They read it only if the response repeats the
 * version header.
 */
export const API_VERSION = '2024-01-01';

/** Returns the body of a refusal in the format that the client's `X-Supabase-Api-Version` header requests. */
export function toErrorBody(refusal: AuthRefusal, requestedVersion: string | undefined, requestId: string) {
  const weak = refusal.weakPassword && { weak_password: { reasons: refusal.weakPassword } };
  if (isCurrent(requestedVersion)) return { code: refusal.code, message: refusal.message, ...weak };
  return { code: statusOf(refusal), error_code: refusal.code, msg: refusal.message, error_id: requestId, ...weak };
}

/** True for a well-formed version date that is {@link API_VERSION} or later. */
export const isCurrent = (version: string | undefined): boolean =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;

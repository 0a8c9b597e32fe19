import { type AuthRefusal, statusOf } from './auth-error.ts';

/** From this date on the client reads `code`, and only in replies that carry the version header too. */
export const API_VERSION = '2024-01-01';

/** The body of a refusal in the shape the caller's `X-Supabase-Api-Version` asks for. */
export function toErrorBody(refusal: AuthRefusal, requestedVersion: string | undefined, requestId: string) {
  const weak = refusal.weakPassword && { weak_password: { reasons: refusal.weakPassword } };
  if (isCurrent(requestedVersion)) return { code: refusal.code, message: refusal.message, ...weak };
  return { code: statusOf(refusal), error_code: refusal.code, msg: refusal.message, error_id: requestId, ...weak };
}

/** True for a well-formed version date at or after the one that changed the shape. */
export const isCurrent = (version: string | undefined): boolean =>
  version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION;

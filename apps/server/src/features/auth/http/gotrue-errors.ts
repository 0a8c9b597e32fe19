import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#platform/http/api-error.ts';
import { AuthError, type AuthRefusal, refuse, statusOf } from '../errors/auth-error.ts';
import { API_VERSION, isCurrent, toErrorBody } from '../errors/error-body.ts';

/** Answers a refusal in the shape the client's version header asks for, and echoes the header. */
export function sendAuthError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error);
  if (refusal === null) throw error;
  return sendRefusal(refusal, request, reply);
}

function sendRefusal(refusal: AuthRefusal, request: FastifyRequest, reply: FastifyReply) {
  const version = [request.headers['x-supabase-api-version'] ?? []].flat()[0];
  if (isCurrent(version)) reply.header('x-supabase-api-version', API_VERSION);
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  return reply
    .code(statusOf(refusal))
    .header('x-sb-error-code', refusal.code)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toErrorBody(refusal, version, request.id)));
}

function toRefusal(error: unknown): AuthRefusal | null {
  if (error instanceof AuthError) return error.refusal;
  if (error instanceof ApiError && error.code === 'rate_limited') return refuse('over_request_rate_limit');
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse('request_entity_too_large');
  if (code.startsWith('FST_ERR_CTP_')) return refuse('bad_json');
  return null;
}

import type { FastifyRequest } from 'fastify';
import type { Principal } from '#platform/http/principal.ts';
import type { SecurityEvent, SecurityEventKind } from '#platform/security-log/security-log.ts';

/** A user who acts on their own account, and the address of their client. */
export type Caller = { readonly principal: Principal; readonly ip: string; readonly userAgent: string | null };

export const callerOf = (request: FastifyRequest, principal: Principal = request.principal): Caller => ({
  principal,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** Returns the security-log entry for an action that the caller performs. */
export const eventOf = (
  { principal, ip, userAgent }: Caller,
  kind: SecurityEventKind,
  detail: NonNullable<SecurityEvent['detail']> = {},
): SecurityEvent => ({ userId: principal.userId, sessionId: principal.sessionId, kind, ip, userAgent, detail });

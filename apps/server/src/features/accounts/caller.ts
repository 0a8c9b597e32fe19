import type { FastifyRequest } from 'fastify';
import type { Principal } from '#platform/http/principal.ts';
import type { SecurityEvent, SecurityEventKind } from '#platform/security-log/security-log.ts';

/** A user who acts on their own account. `ip` is null if they do not act from a client of ours, but from a chat. */
export type ActingUser = {
  readonly principal: Principal;
  readonly ip: string | null;
  readonly userAgent: string | null;
};

/** A user who acts on their own account, and the address of their client. */
export type Caller = ActingUser & { readonly ip: string };

export const callerOf = (request: FastifyRequest, principal: Principal = request.principal): Caller => ({
  principal,
  ip: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

/** Returns the security-log entry for an action that the user performs. */
export const securityEventOf = (
  { principal, ip, userAgent }: ActingUser,
  kind: SecurityEventKind,
  detail: NonNullable<SecurityEvent['detail']> = {},
): SecurityEvent => ({ userId: principal.userId, sessionId: principal.sessionId, kind, ip, userAgent, detail });

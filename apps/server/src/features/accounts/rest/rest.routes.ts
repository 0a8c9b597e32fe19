import { ProfileRow, type UserProfile } from '@vigia/contract';
import type { Clock } from '@vigia/core/kernel';
import { PAPER_BOOK } from '@vigia/core/risk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { bearerToken } from '#platform/http/authentication.ts';
import type { Authenticator, Principal } from '#platform/http/principal.ts';
import { emptyResponse } from '#platform/http/response-docs.ts';
import { isDatabaseError } from '#platform/persistence/connection-fault.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { SecurityLog } from '#platform/security-log/security-log.ts';
import { errorText } from '#platform/startup-error.ts';
import { apiKeyRefusal, isSameSecret } from '../api-key.ts';
import { type Caller, callerOf } from '../caller.ts';
import { acceptEmptyJson } from '../empty-json.ts';
import { changeOwnLimits } from '../limits/change-limits.ts';
import { storePhoneMark } from '../safety/exclusion-marks.ts';
import { type ProfileChanges, parseChanges, requestedTradeLimit } from './parse-changes.ts';
import { parseQuery, type RestQuery } from './parse-query.ts';
import { selectProfiles, selectsOwnProfile, updateProfiles } from './profile.repository.ts';
import { RestError } from './rest-error.ts';
import { checkContentNegotiation, contentRange, hasPreferHeader, OBJECT_TYPE, sendRows } from './rest-reply.ts';

export type RestDeps = ProfileDeps & {
  readonly authenticator: Authenticator;
  /**
   * The key that every client of /rest/v1 sends as `apikey`. If a client also sends it as bearer token, it acts for no
   * user.
   */
  readonly publishableKey: string;
};

const DOCS = { tags: ['Datos'], security: [{ bearer: [] }] };

const ROWS = {
  description: 'Las filas; con `Accept: application/vnd.pgrst.object+json`, la única fila',
  content: { 'application/json': { schema: z.array(ProfileRow) }, [OBJECT_TYPE]: { schema: ProfileRow } },
};
const CHANGED = {
  ...ROWS,
  description: 'Las filas cambiadas, si las pide la cabecera `Prefer: return=representation`',
};

/**
 * Registers `/rest/v1/users`. It responds like PostgREST with a row-level policy that shows users only their own row.
 */
export function registerRestRoutes(app: App, deps: RestDeps): void {
  app.register(
    async (scope) => {
      scope.setErrorHandler(sendRestError);
      scope.setNotFoundHandler(refusePath);
      acceptEmptyJson(scope);
      scope.addHook('onRequest', async (request, reply) => {
        const refusal = apiKeyRefusal(request, deps.publishableKey);
        if (refusal) return reply.code(401).send(refusal);
      });
      const read = { ...DOCS, summary: 'Leer el propio perfil', response: { 200: ROWS } };
      scope.get('/users', { schema: read }, (request, reply) => readUsers(deps, request, reply));
      const changed = { 200: CHANGED, 204: emptyResponse('Cambiado') };
      scope.patch(
        '/users',
        { schema: { ...DOCS, summary: 'Cambiar el propio perfil', response: changed } },
        (request, reply) => changeUsers(deps, request, reply),
      );
      scope.route({
        method: ['POST', 'PUT', 'DELETE'],
        url: '/users',
        schema: { hide: true },
        handler: (request) => refuseWrite(deps, request),
      });
    },
    { prefix: '/rest/v1' },
  );
}

async function readUsers(deps: RestDeps, request: FastifyRequest, reply: FastifyReply) {
  const principal = await identify(deps, request);
  checkContentNegotiation(request);
  const query = queryOf(request);
  const rows = principal ? await selectProfiles(deps.db.sql, principal.userId, query.ids, deps.clock.now()) : [];
  return sendRows(request, reply, rows, query);
}

async function changeUsers(deps: RestDeps, request: FastifyRequest, reply: FastifyReply) {
  const principal = await identify(deps, request);
  checkContentNegotiation(request);
  const query = queryOf(request);
  const changes = parseChanges(request.body);
  // At most one row can change. If no row changes, sendRows may refuse the request, and no rollback is necessary.
  const rows = principal ? await changeProfile(deps, callerOf(request, principal), query.ids, changes) : [];
  if (hasPreferHeader(request, 'return=representation')) return sendRows(request, reply, rows, query);
  return reply
    .code(204)
    .header('content-range', contentRange(rows.length, hasPreferHeader(request, 'count=exact')))
    .send();
}

/** Refuses insertions and deletions: rows are created and deleted only with the user's account. */
async function refuseWrite(deps: RestDeps, request: FastifyRequest): Promise<never> {
  const principal = await identify(deps, request);
  throw new RestError(principal ? 403 : 401, '42501', 'permission denied for table users');
}

function queryOf(request: FastifyRequest): RestQuery {
  const start = request.url.indexOf('?');
  return parseQuery(new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1)));
}

/** Returns the user of the request; null if the bearer token is the publishable key. */
async function identify(deps: RestDeps, request: FastifyRequest): Promise<Principal | null> {
  const token = bearerToken(request.headers.authorization);
  if (token === null) throw new RestError(401, 'PGRST301', 'No JWT in the Authorization header');
  if (isSameSecret(token, deps.publishableKey)) return null;
  const outcome = await deps.authenticator.authenticate(token, request.ip);
  if (outcome === 'token_expired') throw new RestError(401, 'PGRST303', 'JWT expired');
  if (outcome === 'second_factor_needed') throw new RestError(403, '42501', 'A second factor is needed (aal2)');
  // A bot token is refused here, because bot tokens are valid only under /api.
  if (typeof outcome === 'string' || outcome.scopes !== null) {
    throw sessionHasEnded();
  }
  request.principal = outcome;
  return outcome;
}

function refusePath(request: FastifyRequest, reply: FastifyReply) {
  const name = request.url.split('?')[0]?.split('/').slice(3).join('/') ?? '';
  const refusal = name.startsWith('rpc/')
    ? new RestError(404, 'PGRST202', `Could not find the function public.${name.slice(4)} in the schema cache`)
    : new RestError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
  return reply.code(refusal.status).send(refusal.toBody());
}

/** Sends a refusal in PostgREST's format; passes unexpected errors to the error handler of the server. */
function sendRestError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRestError(error);
  if (refusal === null) throw error;
  if (refusal.status === 401 && refusal.code.startsWith('PGRST')) {
    const reason =
      bearerToken(request.headers.authorization) === null
        ? ''
        : ` error="invalid_token", error_description="${refusal.message}"`;
    reply.header('www-authenticate', `Bearer${reason}`);
  }
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(refusal.toBody()));
}

const sessionHasEnded = () => new RestError(401, 'PGRST301', 'JWT is invalid or its session has ended');

function toRestError(error: unknown): RestError | null {
  if (error instanceof RestError) return error;
  if (error instanceof ApiError && error.code === 'not_authenticated') return sessionHasEnded();
  // SQLSTATE classes 22 and 23 are invalid data and violated constraints. The detail of the database error is not sent,
  // because it may contain the whole row.
  const code = isDatabaseError(error) ? (error.code ?? '') : '';
  if (/^2[23]/.test(code)) return new RestError(code === '23505' ? 409 : 400, code, errorText(error));
  if (error instanceof ApiError && error.code === 'duplicate_json_key') {
    return new RestError(400, 'PGRST102', 'An object in the json repeats a key');
  }
  if (isBodyFault(error)) return new RestError(400, 'PGRST102', 'Empty or invalid json');
  return null;
}

const isBodyFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^FST_ERR_CTP_(EMPTY|INVALID)_/.test(String(error.code));

type ProfileDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly securityLog: SecurityLog;
  readonly keyedHash: KeyedHash;
};

/** Changes the caller's own profile if the filter selects it. A changed limit is written to the security log. */
function changeProfile(
  { db, clock, securityLog, keyedHash }: ProfileDeps,
  caller: Caller,
  ids: readonly string[] | null,
  changes: ProfileChanges,
): Promise<readonly UserProfile[]> {
  return db.transaction(async (tx) => {
    const { userId } = caller.principal;
    if (!selectsOwnProfile(userId, ids)) return [];
    const nowMs = clock.now();
    const maxConcurrentTrades = requestedTradeLimit(changes);
    if (maxConcurrentTrades !== undefined) {
      await changeOwnLimits(securityLog, tx, caller, { book: PAPER_BOOK, change: { maxConcurrentTrades } }, nowMs);
    }
    const updated = await updateProfiles(tx, userId, changes, nowMs);
    await storePhoneMark(tx, keyedHash, userId);
    return updated;
  });
}

import type { UserProfile } from '@vigia/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RestQuery, selectRequestedColumns } from './parse-query.ts';
import { notOneRow, RestError } from './rest-error.ts';

/** Media type of a response that must be exactly one row. */
export const OBJECT_TYPE = 'application/vnd.pgrst.object+json';

/** Refuses a request for a database schema or media type other than the supported ones. */
export function checkContentNegotiation(request: FastifyRequest): void {
  const schema = request.headers[isRead(request) ? 'accept-profile' : 'content-profile'];
  if (schema !== undefined && schema !== 'public') {
    throw new RestError(406, 'PGRST106', 'The schema must be one of the following: public');
  }
  const accept = request.headers.accept ?? '*/*';
  if (!/\*\/\*|application\/(\*|json|vnd\.pgrst\.(object|array)\+json)/.test(accept)) {
    throw new RestError(406, 'PGRST107', 'None of these media types are available: application/json');
  }
}

const isRead = (request: FastifyRequest) => request.method === 'GET' || request.method === 'HEAD';

const wantsObject = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes(OBJECT_TYPE);

export function hasPreferHeader(request: FastifyRequest, preference: string): boolean {
  const prefer = request.headers['prefer'];
  return [prefer ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((item) => item.trim() === preference);
}

/** Sends rows as an array, or as a single object if the client requires one. */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  rows: readonly UserProfile[],
  query: RestQuery,
): FastifyReply {
  const projected = rows.map((row) => selectRequestedColumns(row, query.select));
  reply.header('content-range', contentRange(rows.length, hasPreferHeader(request, 'count=exact')));
  if (!wantsObject(request)) return reply.type('application/json; charset=utf-8').send(projected);
  const [only] = projected;
  if (only === undefined || projected.length > 1) throw notOneRow(projected.length);
  return reply.type(`${OBJECT_TYPE}; charset=utf-8`).send(only);
}

/**
 * Returns the `Content-Range` header: first row, last row and total, such as `0-0/1`. The total is `*` if the client
 * does not request it.
 */
export function contentRange(rows: number, counted: boolean): string {
  return `${rows === 0 ? '*' : `0-${rows - 1}`}/${counted ? rows : '*'}`;
}

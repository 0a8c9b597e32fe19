import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Names of headers that are not forwarded: headers of one connection, and headers that the receiving process has
 * already checked (origin, client address and encodings).
 */
const NOT_FORWARDED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'accept-encoding',
  'forwarded',
  'origin',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]);
/** Names of response headers that the answering process sets; the receiving process sets all others. */
const FROM_ANSWER = ['content-type', 'retry-after'];

type Flat = Readonly<Record<string, string>>;

/** Returns the headers of a request that the answering process needs. */
export const headersToForward = (headers: IncomingHttpHeaders): Flat =>
  flat(Object.entries(headers).filter(([name]) => !NOT_FORWARDED.has(name)));

export const headersOfResponse = (headers: OutgoingHttpHeaders): Flat =>
  flat(Object.entries(headers).filter(([name]) => FROM_ANSWER.includes(name)));

const flat = (entries: readonly (readonly [string, unknown])[]): Flat =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));

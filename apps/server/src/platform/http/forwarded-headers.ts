import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Headers of one connection, and headers the receiving process has already checked: origin, client address and
 * encodings. They are not forwarded.
 */
const LEFT_OUT = new Set([
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
/** The receiving process sets all other response headers. */
const OF_THE_ANSWER = ['content-type', 'retry-after'];

type Flat = Readonly<Record<string, string>>;

/** A request's headers, as far as the answering process needs them. */
export const headersToForward = (headers: IncomingHttpHeaders): Flat =>
  flat(Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name)));

export const headersOfAnswer = (headers: OutgoingHttpHeaders): Flat =>
  flat(Object.entries(headers).filter(([name]) => OF_THE_ANSWER.includes(name)));

const flat = (entries: readonly (readonly [string, unknown])[]): Flat =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined).map(([name, value]) => [name, String(value)]));

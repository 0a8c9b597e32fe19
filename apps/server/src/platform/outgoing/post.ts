import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ADDRESS_NOT_ALLOWED, type checkedLookup } from './checked-lookup.ts';

/** Reasons why a request got no response. */
export const POST_FAILURES = [
  'timeout',
  'name_unknown',
  'address_not_allowed',
  'unreachable',
  'certificate',
  'closed',
  'not_http',
] as const;
export type PostFailure = (typeof POST_FAILURES)[number];

/** The response to a request, or why there was none. `text`: the begin of the response. */
export type PostResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly text: string;
    }
  | { readonly kind: 'failed'; readonly failure: PostFailure };

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Resolves the host. An IP address in the URL is not resolved, so the caller checks it. */
  readonly lookup: ReturnType<typeof checkedLookup>;
  /** Time in milliseconds for everything: name, connection, request and response. */
  readonly timeoutMs: number;
  /** Bytes of the response after which the connection is closed. */
  readonly answerMaxBytes: number;
};

/**
 * Sends a POST request to http:// or https://. Follows no redirect. Never throws because of the other side. A response
 * whose status line arrived counts as a response, even if its body never ends, because the other side has the request.
 */
export function post(
  url: string,
  { headers, body, lookup, timeoutMs, answerMaxBytes }: PostRequest,
): Promise<PostResult> {
  const send = new URL(url).protocol === 'http:' ? httpRequest : httpsRequest;
  const signal = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve) => {
    let isAnswered = false;
    const fail = (failure: PostFailure) => isAnswered || resolve({ kind: 'failed', failure });
    // A pooled connection would skip the check of the address, so the request uses no agent.
    const outgoing = send(url, { method: 'POST', headers, agent: false, lookup, signal }, (answer) => {
      isAnswered = true;
      void readBegin(answer, answerMaxBytes).then((text) => {
        outgoing.destroy();
        resolve({ kind: 'answered', status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text });
      });
    });
    outgoing.on('error', (error) => fail(signal.aborted ? 'timeout' : failureOf(error)));
    // A connection that switches protocols is closed without an error.
    outgoing.on('close', () => fail('closed'));
    outgoing.end(body);
  });
}

/** Reads a response until it ends, breaks off or is too long. */
function readBegin(answer: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const finish = () => resolve(Buffer.concat(pieces).subarray(0, maxBytes).toString());
    answer.on('data', (piece: Buffer) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= maxBytes) finish();
    });
    for (const event of ['end', 'close', 'error']) answer.on(event, finish);
  });
}

const FAILURES: Readonly<Record<string, PostFailure>> = {
  [ADDRESS_NOT_ALLOWED]: 'address_not_allowed',
  ENOTFOUND: 'name_unknown',
  ENODATA: 'name_unknown',
  // The resolver does not answer, so nothing is known about the name.
  EAI_AGAIN: 'unreachable',
  ETIMEOUT: 'unreachable',
  ESERVFAIL: 'unreachable',
  EREFUSED: 'unreachable',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'unreachable',
  // The port answers, but not with TLS.
  EPROTO: 'not_http',
};
const CERTIFICATE = /CERT|^ERR_(?:TLS|SSL)/;

function failureOf(error: NodeJS.ErrnoException): PostFailure {
  const code = error.code ?? '';
  if (code.startsWith('HPE_')) return 'not_http';
  return FAILURES[code] ?? (CERTIFICATE.test(code) ? 'certificate' : 'closed');
}

import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import { PROXY_FAULT, tunnelTo } from '#outbound/index.ts';
import type { BrokerFault, WireExchange, WireTap } from '#port/index.ts';

export type HttpRequestOptions = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest wait for the response, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
  /** Largest accepted response, in bytes; 4 MiB by default. */
  readonly maxBytes?: number;
  /** Receives the request and its response; absent unless a recording is made. */
  readonly tap?: WireTap | undefined;
};

export type HttpResponse = { readonly status: number; readonly headers: Headers; readonly body: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1_048_576;

/**
 * Sends a request on its own connection and returns the response of any status. Uses the outgoing proxy if there is
 * one. Redirects are returned, not followed. Without a response in time it returns the fault `network`, or
 * `proxy_failed` if the proxy opened no tunnel. The fault contains no error text: the text of a network error may
 * contain the address or headers, and with them a secret.
 */
export function sendHttpRequest(
  clock: Clock,
  question: HttpRequestOptions,
): Promise<Result<HttpResponse, BrokerFault>> {
  const { method, url, headers = {}, body = '', timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, tap } = question;
  const tunnel = tunnelTo(url);
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const request = send(url, { method, headers, agent: tunnel ?? false });
    const end = (outcome: Result<HttpResponse, BrokerFault>) => {
      cancelTimer();
      tunnel?.giveUp();
      request.destroy();
      resolve(outcome);
    };
    const fail = (detail: string) => end(err(tunnel?.isOpen === false ? PROXY_FAULT : { kind: 'network', detail }));
    const cancelTimer = clock.after(durationMs(timeoutMs), () => fail('no answer over http'));
    request.on('error', (error) => fail('code' in error ? String(error.code) : error.name));
    request.on('response', (response) => {
      void textOf(response, maxBytes).then((text) => {
        if (text === 'cut') return fail('the answer broke off');
        if (text === 'too_long') return end(err({ kind: 'unknown', detail: 'an answer too long to read' }));
        const answer = { status: response.statusCode ?? 0, headers: headersOf(response.headers), body: text.body };
        tap?.onExchange(exchangeOf(question, answer));
        end(ok(answer));
      });
    });
    request.end(body);
  });
}

const exchangeOf = ({ method, url, body = '' }: HttpRequestOptions, answer: HttpResponse): WireExchange => ({
  method,
  url,
  requestBody: body,
  ...answer,
  headers: Object.fromEntries(answer.headers),
});

async function textOf(
  response: IncomingMessage,
  maxBytes: number,
): Promise<{ readonly body: string } | 'cut' | 'too_long'> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      if (!(chunk instanceof Uint8Array)) return 'cut';
      bytes += chunk.byteLength;
      if (bytes > maxBytes) return 'too_long';
      chunks.push(chunk);
    }
  } catch {
    return 'cut';
  }
  return response.complete ? { body: Buffer.concat(chunks).toString('utf8') } : 'cut';
}

function headersOf(own: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(own)) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) headers.append(name, each);
  }
  return headers;
}

import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { BrokerFault } from '@vigia/broker-kit/port';
import { type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';

export type HttpAnswer = { readonly status: number; readonly body: string; readonly setCookies: readonly string[] };

const TIMEOUT_MS = 15_000;
const MAX_BODY_CHARS = 262_144;

/** Posts JSON, once; redirects are not followed. The fault is `network`: no whole answer came. */
export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  clock: Clock,
): Promise<Result<HttpAnswer, BrokerFault>> {
  const send = new URL(url).protocol === 'http:' ? requestPlain : requestSecure;
  const text = JSON.stringify(body);
  return new Promise((resolve) => {
    const request = send(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    });
    const cancelTimer = clock.after(durationMs(TIMEOUT_MS), () => request.destroy());
    const fail = (detail: string) => {
      cancelTimer();
      resolve(err({ kind: 'network', detail }));
    };
    request.on('error', (error) => fail('code' in error ? String(error.code) : error.name));
    request.on('close', () => fail('no answer'));
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        answer += chunk;
        if (answer.length > MAX_BODY_CHARS) request.destroy();
      });
      response.on('end', () => {
        cancelTimer();
        const setCookies = response.headers['set-cookie'] ?? [];
        resolve(ok({ status: response.statusCode ?? 0, body: answer, setCookies }));
      });
    });
    request.end(text);
  });
}

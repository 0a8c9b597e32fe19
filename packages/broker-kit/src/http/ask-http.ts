import { type Clock, durationMs, err, ok, type Result } from '@vigia/core/kernel';
import type { BrokerFault } from '#port/index.ts';

export type HttpQuestion = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Longest wait for the response, in milliseconds; 10 s by default. */
  readonly timeoutMs?: number;
  /** Largest accepted response, in bytes; 4 MiB by default. */
  readonly maxBytes?: number;
};

export type HttpAnswer = { readonly status: number; readonly headers: Headers; readonly body: string };

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1_048_576;

/**
 * Sends a request and returns the response, whatever its status; redirects are returned, not followed. Without a
 * response in time it returns the fault `network`. The fault contains no text of the error, because network errors may
 * contain the address or headers, and so a secret.
 */
export async function askHttp(clock: Clock, question: HttpQuestion): Promise<Result<HttpAnswer, BrokerFault>> {
  const { method, url, headers = {}, body = null, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = question;
  const abort = new AbortController();
  const cancelTimer = clock.after(durationMs(timeoutMs), () => abort.abort());
  try {
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal: abort.signal });
    const text = await textOf(response, maxBytes);
    if (text === null) return err({ kind: 'unknown', detail: 'an answer too long to read' });
    return ok({ status: response.status, headers: response.headers, body: text });
  } catch (error) {
    return err({ kind: 'network', detail: error instanceof Error ? error.name : 'no answer over http' });
  } finally {
    cancelTimer();
    abort.abort();
  }
}

async function textOf({ body }: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

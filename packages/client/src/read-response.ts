import type { Failure } from './failure.ts';
import { MESSAGES } from './messages.es.ts';

/** The response to a request, or the reason for its failure and a sentence that explains it to the user. */
export type RequestOutcome =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly failure: Failure; readonly message: string; readonly retryAfterMs: number | null };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Reads a response. An empty response has the body null, and a CSV file is a string. */
export async function readResponse(response: Response, origin: string): Promise<RequestOutcome> {
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && type.startsWith('text/csv')) return { ok: true, body: text };
  if (response.ok && text === '') return { ok: true, body: null };
  const body = type.includes('json') ? parsed(text) : undefined;
  if (body !== undefined && response.ok) return { ok: true, body };
  const refusal = refusalOf(body, response.status);
  const { status } = response;
  return {
    ok: false,
    failure: refusal?.failure ?? { kind: 'unreadable', status },
    message: refusal?.message ?? MESSAGES.unreadable(origin),
    retryAfterMs: retryAfterMs(response),
  };
}

/** Returns the value of a JSON text; undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the refusal of a failed response: the error of the API, or that of the auth service. */
function refusalOf(body: unknown, status: number) {
  if (!isObject(body)) return null;
  const { error, error_code: authCode, msg } = body;
  if (isObject(error) && typeof error['code'] === 'string') {
    const { code, message, details } = error;
    return refusal(status, code, message, Array.isArray(details) ? details.filter(isDetail) : []);
  }
  return typeof authCode === 'string' ? refusal(status, authCode, msg, []) : null;
}

type Detail = { readonly path: string; readonly message: string };

const isDetail = (value: unknown): value is Detail =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

const refusal = (status: number, code: string, message: unknown, details: readonly Detail[]) => ({
  failure: { kind: 'refused', status, code, details } satisfies Failure,
  message: typeof message === 'string' && message !== '' ? message : MESSAGES.refused(status),
});

/** Returns the wait that the server asks for, in milliseconds; null if it asks for none. */
function retryAfterMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? '');
  return seconds > 0 ? seconds * 1_000 : null;
}

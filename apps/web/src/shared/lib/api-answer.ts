import { ERROR_MESSAGES_ES, ErrorBody } from '@vigia/contract';
import { z } from 'zod';
import { ApiFailure } from './api-failure.ts';
import { libMessages } from './messages.es.ts';

const Wrapped = z.object({ success: z.literal(true), data: z.unknown() });

/**
 * Returns the data of a response body. Most bodies are `{ success, data }`; the older PCR endpoints have no envelope.
 */
export function unwrap(body: unknown): unknown {
  const wrapped = Wrapped.safeParse(body);
  return wrapped.success ? wrapped.data.data : body;
}

/**
 * Parses the data of the response with `schema`.
 * @throws ApiFailure
 */
export async function parseResponseData<Schema extends z.ZodType>(
  answer: Response,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw refusal(answer.status, body);
  const parsed = schema.safeParse(unwrap(body));
  if (parsed.success) return parsed.data;
  throw new ApiFailure({ kind: 'malformed', status: answer.status }, libMessages.malformed, { cause: parsed.error });
}

/**
 * Reads the whole response body as a file. An incomplete body is a failure.
 * @throws ApiFailure
 */
export async function readFile(answer: Response, onProgress: (receivedBytes: number) => void): Promise<Blob> {
  if (!answer.ok || !answer.body) throw refusal(answer.status, await answer.json().catch(() => null));
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let receivedBytes = 0;
  const reader = answer.body.getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      receivedBytes += piece.value.byteLength;
      onProgress(receivedBytes);
    }
  } catch (cause) {
    throw new ApiFailure({ kind: 'unreachable' }, libMessages.cutOff, { cause });
  }
  return new Blob(pieces, { type: answer.headers.get('content-type') ?? '' });
}

/** Returns the stable error code of a response, or null if it has none. */
export async function errorCodeOf(answer: Response): Promise<string | null> {
  const body: unknown = await answer.json().catch(() => null);
  return ErrorBody.safeParse(body).data?.error.code ?? null;
}

function refusal(status: number, body: unknown): ApiFailure {
  const parsed = ErrorBody.safeParse(body);
  if (!parsed.success) return new ApiFailure({ kind: 'malformed', status }, ERROR_MESSAGES_ES.service_unavailable);
  const { code, message, details = [] } = parsed.data.error;
  return new ApiFailure({ kind: 'refused', status, code, details }, message, { detail: parsed.data.detail });
}

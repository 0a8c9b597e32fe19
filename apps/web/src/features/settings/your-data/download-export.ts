import { ERROR_MESSAGES_ES, ErrorBody } from '@vigia/contract';
import { ApiFailure } from '#shared/lib/api-failure.ts';
import { yourDataMessages } from './messages.es.ts';

const words = yourDataMessages.export;

const EXPORT_PATH = '/api/v1/account/export';

type ExportRequest = {
  readonly fetch: typeof fetch;
  readonly accessToken: string;
  /** Told after every piece how many bytes have come so far. */
  readonly onProgress: (receivedBytes: number) => void;
};

/**
 * Everything the account holds, as a file. Read piece by piece and without the API's time-out: a long history takes
 * longer than an answer may.
 * @throws ApiFailure
 */
export async function downloadExport({ fetch, accessToken, onProgress }: ExportRequest): Promise<Blob> {
  const answer = await fetch(EXPORT_PATH, { headers: { authorization: `Bearer ${accessToken}` } }).catch(
    (cause: unknown) => {
      throw new ApiFailure({ kind: 'unreachable' }, words.unreachable, { cause });
    },
  );
  if (!answer.ok || !answer.body) throw await refusalOf(answer);
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
    throw new ApiFailure({ kind: 'unreachable' }, words.cutOff, { cause });
  }
  return new Blob(pieces, { type: 'application/json' });
}

async function refusalOf(answer: Response): Promise<ApiFailure> {
  const body = ErrorBody.safeParse(await answer.json().catch(() => null));
  const { status } = answer;
  if (!body.success) return new ApiFailure({ kind: 'malformed', status }, ERROR_MESSAGES_ES.service_unavailable);
  const { code, message, details = [] } = body.data.error;
  return new ApiFailure({ kind: 'refused', status, code, details }, message);
}

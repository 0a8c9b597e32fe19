import { LogConsistency, LogHeadView, success } from '@vigia/contract';
import { fromBase64, type Hash } from '@vigia/core/evidence-log';
import { err, ok, type Result } from '@vigia/core/kernel';
import { type CommandFailure, wrongInputFailure } from '#command.ts';
import { WITNESS_MESSAGES as MESSAGES } from './messages.es.ts';

/** The log of another installation, read over its API. */
export type RemoteLog = {
  /** Returns the note of the last signed head; null if the log has none yet. */
  readonly head: () => Promise<Result<string | null, CommandFailure>>;
  /**
   * Returns the proof that the tree of `to` leaves continues that of `from`; null if the log says that there is none.
   */
  readonly proof: (from: number, to: number) => Promise<Result<readonly Hash[] | null, CommandFailure>>;
};

const HEAD = success(LogHeadView.nullable());
const PROOF = success(LogConsistency);

const TIMEOUT_MS = 30_000;
/** Largest response that is read. A proof of any log has less than ten kilobytes. */
const MOST_BYTES = 1_000_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Returns the origin of an installation; null if the token would be sent over an open connection. */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
  return isSafe ? url.origin : null;
}

/**
 * Reads a log with a bot token.
 * @param origin see {@link originOf}
 */
export function openRemoteLog(origin: string, token: string): RemoteLog {
  const get = async <Data>(
    path: string,
    parse: (body: unknown) => { readonly data?: { readonly data: Data } | undefined },
  ): Promise<Result<Data, CommandFailure>> => {
    const answer = await read(origin + path, token);
    if (!answer.ok) return answer;
    const parsed = parse(jsonOf(answer.value)).data;
    return parsed ? ok(parsed.data) : err(wrongInputFailure(MESSAGES.notVigia(origin)));
  };
  return {
    head: async () => {
      const head = await get('/api/v1/log/head', (body) => HEAD.safeParse(body));
      return head.ok ? ok(head.value?.note ?? null) : head;
    },
    proof: async (from, to) => {
      const found = await get(`/api/v1/log/consistency?from=${from}&to=${to}`, (body) => PROOF.safeParse(body));
      if (!found.ok) return found;
      const hashes = found.value.proof?.map(fromBase64) ?? null;
      if (hashes === null || hashes.includes(null)) return ok(null);
      return ok(hashes.filter((hash) => hash !== null));
    },
  };
}

/** A redirect is refused, because it would send the token elsewhere. */
async function read(url: string, token: string): Promise<Result<string, CommandFailure>> {
  try {
    const answer = await fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      return err(wrongInputFailure(MESSAGES.refusedBy(new URL(url).origin, answer.status)));
    }
    const text = await textOf(answer);
    return text === null ? err(wrongInputFailure(MESSAGES.notVigia(new URL(url).origin))) : ok(text);
  } catch {
    return err(wrongInputFailure(MESSAGES.unreachable(new URL(url).origin)));
  }
}

/** Returns the body; null if it is larger than {@link MOST_BYTES}. */
async function textOf(answer: Response): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

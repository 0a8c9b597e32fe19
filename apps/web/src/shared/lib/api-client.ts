import { PROOF_HEADER, TokenPair } from '@vigia/contract';
import { LIMITS } from '@vigia/core/vocabulary';
import type { z } from 'zod';
import { errorCodeOf, parseResponseData, readFile, unwrap } from './api-answer.ts';
import { ApiFailure } from './api-failure.ts';
import { libMessages } from './messages.es.ts';
import { type ProofKeeper, wantsProof } from './proof-keeper.ts';
import { botTokenFor, readTokens, type SessionTokens } from './session-tokens.ts';

/** The browser functions that the client calls. Tests replace them. */
export type ApiSurroundings = {
  readonly fetch: typeof fetch;
  readonly session: SessionTokens;
  readonly pause: (ms: number) => Promise<void>;
  /** Returns a signal that aborts after `ms` milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
  /**
   * Shows why the session ended and navigates to /login. Does nothing on /login. `isClosedElsewhere`: the server
   * refused a token that had not expired, because another device or a change of the user account ended the session.
   */
  readonly endSession: (message: string, isClosedElsewhere: boolean) => void;
  /** Opens the second-factor step. Until the user passes it, the server refuses all other requests of the session. */
  readonly askSecondFactor: () => Promise<void>;
  readonly proofs: Pick<ProofKeeper, 'current' | 'ask'>;
};

export type ApiRequest<Schema extends z.ZodType> = {
  /** Schema of the `data` field of the response, or of the whole body if it has no envelope. */
  readonly schema: Schema;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** Idempotency key of a POST request: the server performs the operation once for all requests with this key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

/** A file download. It has no timeout, because a long history takes longer than a typical response. */
export type DownloadRequest = {
  readonly query?: ApiRequest<z.ZodType>['query'];
  /** Called after every received chunk with the total number of received bytes. */
  readonly onProgress: (receivedBytes: number) => void;
};

/** A request that uploads a file. It has no timeout, because a large file takes long on a slow connection. */
export type UploadRequest<Schema extends z.ZodType> = {
  readonly schema: Schema;
  readonly file: Blob;
  readonly contentType: string;
};

type Sent = Omit<ApiRequest<z.ZodType>, 'schema'> & { readonly file?: Omit<UploadRequest<z.ZodType>, 'schema'> };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A response without a new refresh token leaves the stored one valid. */
const RefreshedTokens = TokenPair.partial({ refresh_token: true });

/**
 * The only API client of the app: same origin, bearer token, timeout, typed responses. After a 401 it repeats a request
 * once with a new token. It also repeats a request once after the user has proved their identity.
 */
export class ApiClient {
  readonly #around: ApiSurroundings;
  /** The token refresh in progress, for which every request with a 401 waits. Null if there is none. */
  #refreshing: Promise<string> | null = null;
  /** Whether the second-factor step is open. The client opens it only once. */
  #asksSecondFactor = false;
  /** Access token of the session that made the last request. */
  #sessionToken: string | null = null;
  /** Whether the client has reported the end of this session. The flag is reset for the next session. */
  #endReported = false;

  constructor(around: ApiSurroundings) {
    this.#around = around;
  }

  /** Sends a GET request. @throws ApiFailure */
  get<Schema extends z.ZodType>(path: string, request: ApiRequest<Schema>): Promise<z.infer<Schema>> {
    return this.#call('GET', path, request);
  }

  /** Sends a POST request. @throws ApiFailure */
  post<Schema extends z.ZodType>(path: string, request: ApiRequest<Schema>): Promise<z.infer<Schema>> {
    return this.#call('POST', path, request);
  }

  /** Sends a PUT request. @throws ApiFailure */
  put<Schema extends z.ZodType>(path: string, request: ApiRequest<Schema>): Promise<z.infer<Schema>> {
    return this.#call('PUT', path, request);
  }

  /** Sends a DELETE request. @throws ApiFailure */
  delete<Schema extends z.ZodType>(path: string, request: ApiRequest<Schema>): Promise<z.infer<Schema>> {
    return this.#call('DELETE', path, request);
  }

  /** Downloads a whole file. An incomplete file is a failure. @throws ApiFailure */
  async download(path: string, { query, onProgress }: DownloadRequest): Promise<Blob> {
    const endless = new AbortController().signal;
    const answer = await this.#answer('GET', path, query ? { query } : {}, endless);
    return readFile(answer, onProgress).catch((failure: unknown) => this.#rethrow(failure));
  }

  /** Uploads a file. @throws ApiFailure */
  async upload<Schema extends z.ZodType>(path: string, request: UploadRequest<Schema>): Promise<z.infer<Schema>> {
    const endless = new AbortController().signal;
    const answer = await this.#answer('POST', path, { file: request }, endless);
    return parseResponseData(answer, request.schema).catch((failure: unknown) => this.#rethrow(failure));
  }

  async #call<Schema extends z.ZodType>(
    method: Method,
    path: string,
    request: ApiRequest<Schema>,
  ): Promise<z.infer<Schema>> {
    const answer = await this.#answer(method, path, request);
    return parseResponseData(answer, request.schema).catch((failure: unknown) => this.#rethrow(failure));
  }

  /** Sends the request. If the server requires a re-authentication proof, asks the user and repeats the request. */
  async #answer(method: Method, path: string, request: Sent, timeout?: AbortSignal): Promise<Response> {
    const answer = await this.#signedIn(method, path, request, timeout);
    if (answer.status !== 403 || !wantsProof(await errorCodeOf(answer.clone()))) return answer;
    return (await this.#around.proofs.ask()) ? this.#signedIn(method, path, request, timeout) : answer;
  }

  /** Sends the request with the bearer token of the session. After a 401, repeats it once with a new token. */
  async #signedIn(method: Method, path: string, request: Sent, timeout?: AbortSignal): Promise<Response> {
    const token = botTokenFor(path) ?? (await this.#readSession());
    const answer = await this.#send(method, path, request, token, timeout);
    if (answer.status !== 401) return answer;
    const fresh = await this.#freshToken(token, await errorCodeOf(answer));
    return this.#send(method, path, request, fresh, timeout);
  }

  #rethrow(failure: unknown): never {
    if (failure instanceof ApiFailure && failure.code === 'second_factor_needed') this.#askSecondFactor();
    throw failure;
  }

  #askSecondFactor(): void {
    if (this.#asksSecondFactor) return;
    this.#asksSecondFactor = true;
    this.#around
      .askSecondFactor()
      .catch(() => {})
      .finally(() => {
        this.#asksSecondFactor = false;
      });
  }

  async #readSession(): Promise<string | null> {
    const token = (await readTokens(this.#around.session, this.#around.pause))?.access_token ?? null;
    if (token !== null && token !== this.#sessionToken) {
      this.#sessionToken = token;
      this.#endReported = false;
    }
    return token;
  }

  #send(
    method: Method,
    path: string,
    request: Sent,
    token: string | null,
    timeout = this.#around.deadline(LIMITS.apiTimeoutMs),
  ): Promise<Response> {
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    const { current: proof } = this.#around.proofs;
    if (proof !== null) headers.set(PROOF_HEADER, proof);
    if (request.body !== undefined) headers.set('content-type', 'application/json');
    if (request.file) headers.set('content-type', request.file.contentType);
    if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
    const init: RequestInit = {
      method,
      headers,
      signal: request.signal ? AbortSignal.any([request.signal, timeout]) : timeout,
    };
    if (request.body !== undefined) init.body = JSON.stringify(request.body);
    if (request.file) init.body = request.file.file;
    return this.#around.fetch(withQuery(path, request.query), init).catch((cause: unknown) => {
      if (request.signal?.aborted) throw cause;
      if (timeout.aborted) throw new ApiFailure({ kind: 'timeout' }, libMessages.timeout, { cause });
      throw new ApiFailure({ kind: 'unreachable' }, libMessages.unreachable, { cause });
    });
  }

  /** Refreshes the session once for all waiting requests. @param refused the token that the server refused */
  #freshToken(refused: string | null, code: string | null): Promise<string> {
    this.#refreshing ??= this.#refresh(refused, code).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #refresh(refused: string | null, code: string | null): Promise<string> {
    const stored = await this.#around.session.read().catch(() => null);
    if (!stored) return this.#giveUp(libMessages.noSession, false);
    // Another tab or the auth client has already refreshed the session, or the server refused a bot token.
    if (stored.access_token !== refused) return stored.access_token;
    const fresh = await this.#askForTokens(stored.refresh_token);
    if (!fresh) return this.#giveUp(libMessages.sessionExpired, code !== null && code !== 'token_expired');
    await this.#around.session.store(fresh);
    return fresh.access_token;
  }

  /**
   * Requests new tokens. Returns null if the server refuses the request or the request times out. If the refresh fails
   * because of the network or a navigation, it throws, and the session does not end.
   */
  async #askForTokens(refreshToken: string): Promise<TokenPair | null> {
    const timeout = this.#around.deadline(LIMITS.refreshTimeoutMs);
    try {
      const answer = await this.#around.fetch('/api/v1/auth/refresh', {
        method: 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ refresh_token: refreshToken }),
        signal: timeout,
      });
      if (!answer.ok) return null;
      const fresh = RefreshedTokens.parse(unwrap(await answer.json()));
      return { access_token: fresh.access_token, refresh_token: fresh.refresh_token ?? refreshToken };
    } catch (cause) {
      // fetch rejects with these errors if no response arrives or the connection breaks.
      const isCutOff = cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'AbortError');
      if (isCutOff && !timeout.aborted) {
        throw new ApiFailure({ kind: 'unreachable' }, libMessages.unreachable, { cause });
      }
      return null;
    }
  }

  #giveUp(message: string, isClosedElsewhere: boolean): never {
    if (!this.#endReported) {
      this.#endReported = true;
      this.#around.endSession(message, isClosedElsewhere);
    }
    throw new ApiFailure({ kind: 'no-session' }, message);
  }
}

function withQuery(path: string, query: ApiRequest<z.ZodType>['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}

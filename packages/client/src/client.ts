import { KEYED_ROUTES } from './api-types.ts';
import { type Failure, VigiaError } from './failure.ts';
import { MESSAGES } from './messages.es.ts';
import { originOf } from './origin.ts';
import { type RequestOutcome, readResponse } from './read-response.ts';
import { addressOf, type Input, type ResponseBody, type RouteInput, type RouteName } from './routes.ts';

/** Settings of a client. */
export type ClientOptions = {
  /** Address of the server, e.g. `https://vigia.example`. Only `https`, or `http` on this machine. */
  readonly url: string;
  /** Bot token or access token, or a function that returns the current one; absent for public routes. */
  readonly token?: string | (() => string | Promise<string>);
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for one response in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Number of attempts of a request that may be repeated; 3 by default. */
  readonly attempts?: number;
  /** Sends requests; by default the function `fetch` of the platform. */
  readonly fetch?: typeof fetch;
  /** Returns a new idempotency key; by default a random UUID. */
  readonly newKey?: () => string;
  /** Waits between two attempts. */
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Permits `http` to another machine. The token is then readable on the way. */
  readonly isPlainHttpAllowed?: boolean;
};

/** Settings of one call. */
export type CallOptions = {
  /** Cancels the call. The call then throws the reason of the signal. */
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
};

/** The arguments of a call. The input may be left out if nothing in it is required. */
type Arguments<Name extends RouteName> =
  object extends Input<Name>
    ? [input?: Input<Name>, options?: CallOptions]
    : [input: Input<Name>, options?: CallOptions];

type Request = { readonly method: string; readonly address: string; readonly input: RouteInput };

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 250;
/** Longest pause before a retry, in milliseconds. If a longer one is needed, the call fails and the caller decides. */
const PAUSE_MAX_MS = 10_000;
/** Statuses after which the same request can succeed: too many requests, or a part of the service is away. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Client of the API. A method call is one request; a failed one throws a {@link VigiaError}. */
export class VigiaClient {
  /** Origin of the server, e.g. `https://vigia.example`. */
  readonly origin: string;
  readonly #options: ClientOptions;

  /** @throws TypeError if the address is not usable */
  constructor(options: ClientOptions) {
    this.origin = originOf(options.url, options.isPlainHttpAllowed ?? false);
    this.#options = options;
  }

  /**
   * Calls a route. A reading route, and an order with its idempotency key, is repeated if no response arrives or if the
   * server is busy. Any other request is sent once. An order without a key gets a new one.
   * @param name method and path, e.g. `GET /api/v1/trading/assets`
   * @returns the body of the response
   * @throws VigiaError if the server refuses the call or does not answer
   */
  async call<Name extends RouteName>(
    name: Name,
    ...[input, options = {}]: Arguments<Name>
  ): Promise<ResponseBody<Name>> {
    const [method = '', path = ''] = name.split(' ');
    const given: RouteInput = input ?? {};
    const isKeyed = KEYED_ROUTES.includes(name);
    const keyed = isKeyed ? { ...given, idempotencyKey: given.idempotencyKey ?? this.#newKey() } : given;
    // The server's tests compare every response with the document from which the types are generated.
    return this.#send({ method, address: addressOf(path, given), input: keyed }, options);
  }

  /**
   * Sends a request to a path that the types do not know. It is repeated only if it reads.
   * @returns the body of the response, as unknown JSON
   * @throws VigiaError
   */
  request(method: string, address: string, body?: unknown, options: CallOptions = {}): Promise<unknown> {
    return this.#send({ method, address, input: body === undefined ? {} : { body } }, options);
  }

  async #send(request: Request, options: CallOptions): Promise<unknown> {
    const { attempts = ATTEMPTS } = this.#options;
    const key = request.input.idempotencyKey ?? null;
    const isRepeatable = request.method === 'GET' || key !== null;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(request, options);
      if (outcome.ok) return outcome.body;
      const waitMs = outcome.retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1);
      const isLast = !isRepeatable || attempt >= attempts || waitMs > PAUSE_MAX_MS || !isPassing(outcome.failure);
      if (isLast) throw new VigiaError(outcome.failure, outcome.message, key, { cause: outcome.cause });
      await (this.#options.pause ?? pause)(waitMs, options.signal);
    }
  }

  async #attempt(request: Request, options: CallOptions): Promise<RequestOutcome & { readonly cause?: unknown }> {
    const { signal } = options;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(timeoutMs);
    signal?.throwIfAborted();
    const init = await this.#init(request, options, signal ? AbortSignal.any([signal, timeout]) : timeout);
    try {
      const response = await (this.#options.fetch ?? fetch)(this.origin + request.address, init);
      return await readResponse(response, this.origin);
    } catch (cause) {
      signal?.throwIfAborted();
      return timeout.aborted
        ? { ...lost('timeout', MESSAGES.timeout(timeoutMs / 1_000)), cause }
        : { ...lost('unreachable', MESSAGES.unreachable(this.origin)), cause };
    }
  }

  async #init({ method, input }: Request, { headers }: CallOptions, signal: AbortSignal): Promise<RequestInit> {
    const token = await this.#token();
    return {
      method,
      signal,
      // A redirect could send the token to another server.
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(input.body !== undefined && { 'content-type': 'application/json' }),
        ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
        ...this.#options.headers,
        ...headers,
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    };
  }

  async #token(): Promise<string | null> {
    const { token } = this.#options;
    return typeof token === 'function' ? token() : (token ?? null);
  }

  #newKey(): string {
    return this.#options.newKey?.() ?? crypto.randomUUID();
  }
}

const lost = (kind: 'timeout' | 'unreachable', message: string) =>
  ({ ok: false, failure: { kind }, message, retryAfterMs: null }) as const;

const isPassing = (failure: Failure): boolean =>
  failure.kind === 'timeout' || failure.kind === 'unreachable' || PASSING.has(failure.status);

/** Waits some milliseconds. @throws the reason of the signal when it is aborted */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

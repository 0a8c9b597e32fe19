import type { IncomingMessage } from 'node:http';
import { ERROR_STATUS, ErrorBody } from '@vigia/contract';
import type { Cancel, Clock, IdSource } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calls } from '../calls/calls.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { currentTraceStep, type TraceStep } from '../tracing/trace-step.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import { headersOfResponse, headersToForward } from './forwarded-headers.ts';
import { FORWARDED_REQUEST, ForwardedMessages, type SealedMessage } from './forwarded-messages.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The lease whose holder alone can answer the request, or a function that returns this lease. Other processes
     * forward the request to the holder, unless `when` returns false.
     */
    routedTo?: LeaseRouting;
  }
}

type LeaseRouting =
  | {
      readonly lease: string | ((request: FastifyRequest) => string);
      readonly when?: (request: FastifyRequest) => Promise<boolean>;
    }
  /**
   * Returns the lease of a request, or null if any process can answer it. If the lease has no holder, this process
   * answers that the resource was not found.
   */
  | { readonly leaseOf: (request: FastifyRequest) => string | null };

/** A complete forwarded request. The process that owns the resource checks it again, starting with the token. */
type ForwardedRequest = {
  readonly id: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as JSON; null without a body. */
  readonly body: string | null;
  readonly ip: string;
};
type ForwardedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Body in Base64. */
  readonly body: string;
};

/**
 * Timeout for a request that changes something. The timeout of the API is 30 s, and a sign-in at a broker may take 25
 * s.
 */
const DONE_WITHIN_MS = 28_000;
/** Timeout for a read. A broker may take 5 s to answer with its payout. */
const READ_WITHIN_MS = 10_000;
/** Length of the longest message between processes, in characters of Base64. */
const LONGEST = 700_000;
/** Header of a forwarded request that this process replays. Its value is a secret that never leaves the process. */
const FORWARDED_HEADER = 'x-vigia-forwarded';

type Deps = {
  readonly calls: Calls;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
};

/**
 * Forwards requests to the process that owns their resource, and answers requests that others forward. An installation
 * with one process does not use it.
 */
export class Forwarding {
  readonly #calls: Calls;
  readonly #messages: ForwardedMessages;
  readonly #secret: string;
  readonly #served = new Set<string>();
  #app: App | null = null;

  constructor({ calls, sealer, clock, ids }: Deps) {
    this.#calls = calls;
    this.#messages = new ForwardedMessages({ sealer, clock, ids });
    this.#secret = ids.next();
  }

  /** Adds forwarding to the server. The caller must call it before any route is registered. */
  attach(app: App): void {
    this.#app = app;
    app.addHook('onRoute', (route) => {
      const routedTo = route.config?.routedTo;
      if (routedTo === undefined) return;
      // At this point the user is known and the body is read. The process that handles the request validates the body.
      const forward = async (request: FastifyRequest, reply: FastifyReply) => {
        const lease = leaseFor(routedTo, request);
        if (lease === null || this.#served.has(lease)) return;
        if ('lease' in routedTo && (await routedTo.when?.(request)) === false) return;
        return this.#forward(lease, request, reply, 'leaseOf' in routedTo);
      };
      route.preValidation = [...[route.preValidation ?? []].flat(), forward];
    });
  }

  /** Makes this process answer the requests of a lease, both its own and forwarded ones. */
  serve(lease: string): Cancel {
    this.#served.add(lease);
    const cancel = this.#calls.serve(FORWARDED_REQUEST, lease, (message) => this.#answer(message));
    return () => {
      cancel();
      this.#served.delete(lease);
    };
  }

  /**
   * Returns the id of the original request, so that both processes log the same id. Returns null if the request was not
   * forwarded.
   */
  requestId({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
    const [secret, id] = String(headers[FORWARDED_HEADER] ?? '').split(' ');
    return secret === this.#secret && id !== undefined ? id : null;
  }

  async #forward(
    lease: string,
    request: FastifyRequest,
    reply: FastifyReply,
    mayBeGone: boolean,
  ): Promise<FastifyReply | undefined> {
    // A request is forwarded only once. If the lease has another holder by now, the request fails.
    if (this.requestId(request.raw) !== null) throw new ApiError('owner_unreachable');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const question = this.#messages.seal(toForward(request));
    if (question.sealed.length > LONGEST) throw new ApiError('payload_too_large');
    const asked = await this.#calls.ask(FORWARDED_REQUEST, lease, question, isRead ? READ_WITHIN_MS : DONE_WITHIN_MS);
    if (!asked.ok && asked.error === 'not_served' && mayBeGone) return undefined;
    const isUndone = isRead || (!asked.ok && asked.error === 'not_served');
    if (!asked.ok || asked.value === null) throw new ApiError(isUndone ? 'owner_unreachable' : 'outcome_unknown');
    const { status, headers, body } = this.#read(question, asked.value);
    return reply.status(status).headers(headers).send(Buffer.from(body, 'base64'));
  }

  #read(question: SealedMessage, answer: SealedMessage): ForwardedAnswer {
    try {
      return this.#messages.openAnswer<ForwardedAnswer>(question, answer);
    } catch {
      // The response cannot be read, but the request may have been executed.
      throw new ApiError('outcome_unknown');
    }
  }

  async #answer(message: SealedMessage): Promise<SealedMessage | null> {
    const { id, method, url, headers, body, ip } = this.#messages.open<ForwardedRequest>(message);
    if (this.#app === null) throw new Error('there are no routes yet');
    const answer = await this.#app.inject({
      method,
      url,
      remoteAddress: ip,
      headers: { ...headers, [FORWARDED_HEADER]: `${this.#secret} ${id}` },
      ...(body !== null && { payload: body }),
    });
    if (wasNotExecuted(answer)) return null;
    return this.#messages.sealAnswer(message, {
      status: answer.statusCode,
      headers: headersOfResponse(answer.headers),
      body: answer.rawPayload.toString('base64'),
    } satisfies ForwardedAnswer);
  }
}

function leaseFor(routing: LeaseRouting, request: FastifyRequest): string | null {
  if ('leaseOf' in routing) return routing.leaseOf(request);
  return typeof routing.lease === 'string' ? routing.lease : routing.lease(request);
}

/**
 * Returns true if this process did not execute the request. While a lease moves to another process, two processes may
 * receive the same request.
 */
const wasNotExecuted = ({ statusCode, payload }: { readonly statusCode: number; readonly payload: string }): boolean =>
  statusCode === ERROR_STATUS.owner_unreachable &&
  ErrorBody.safeParse(JSON.parse(payload)).data?.error.code === 'owner_unreachable';

const toForward = (request: FastifyRequest): ForwardedRequest => ({
  id: request.id,
  method: request.method as ForwardedRequest['method'],
  url: request.url,
  headers: headersToForward({ ...request.headers, ...traceOf(currentTraceStep()) }),
  body: request.body === undefined || request.body === null ? null : JSON.stringify(request.body),
  ip: request.ip,
});

/** Returns the trace that the lease holder continues. */
const traceOf = (step: TraceStep | null) =>
  step === null || step.traceparent === null ? {} : { traceparent: step.traceparent };

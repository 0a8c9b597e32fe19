import type { IncomingMessage } from 'node:http';
import { ERROR_STATUS, ErrorBody } from '@vigia/contract';
import type { Cancel, Clock, IdSource } from '@vigia/core/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Calls } from '../calls/calls.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { currentStep, type TraceStep } from '../tracing/trace-step.ts';
import { ApiError } from './api-error.ts';
import type { App } from './app-type.ts';
import { headersOfAnswer, headersToForward } from './forwarded-headers.ts';
import { FORWARDED, ForwardedMail, type SealedMail } from './forwarded-mail.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only the process that owns that piece of work can answer: in another one the request is passed on to it, maybe not always. */
    livesWith?: LivesWith;
  }
}

type LivesWith =
  | { readonly piece: string; readonly when?: (request: FastifyRequest) => Promise<boolean> }
  /** Told by what is asked; null: anybody can answer. Where nobody has it, it is answered here as what is not there. */
  | { readonly pieceOf: (request: FastifyRequest) => string | null };

/** What is sent elsewhere, whole: over there it is judged anew, from the token on. */
type ForwardedRequest = {
  readonly id: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; null: no body. */
  readonly body: string | null;
  readonly ip: string;
};
type ForwardedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
};

/** The API's own time-out is 30 s; signing in at a broker may take 25. */
const DONE_WITHIN_MS = 28_000;
/** A broker is given 5 s to say what it pays. */
const READ_WITHIN_MS = 10_000;
/** What a message between processes may be, in characters of Base64. */
const LONGEST = 700_000;
/** Says which request of which process this one is; its secret part never leaves the process. */
const MARK = 'x-vigia-forwarded';

type Deps = {
  readonly calls: Calls;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdSource;
};

/** Passes requests on to the process that owns what they are about, and answers those of others. Alone there is none of it. */
export class Forwarding {
  readonly #calls: Calls;
  readonly #mail: ForwardedMail;
  readonly #secret: string;
  readonly #served = new Set<string>();
  #app: App | null = null;

  constructor({ calls, sealer, clock, ids }: Deps) {
    this.#calls = calls;
    this.#mail = new ForwardedMail({ sealer, clock, ids });
    this.#secret = ids.next();
  }

  /** Before any route is registered. */
  attach(app: App): void {
    this.#app = app;
    app.addHook('onRoute', (route) => {
      const livesWith = route.config?.livesWith;
      if (livesWith === undefined) return;
      // Whoever asks is known by then; the body is read, and is judged where it is heeded.
      const passOn = async (request: FastifyRequest, reply: FastifyReply) => {
        const piece = 'piece' in livesWith ? livesWith.piece : livesWith.pieceOf(request);
        if (piece === null || this.#served.has(piece)) return;
        if ('piece' in livesWith && (await livesWith.when?.(request)) === false) return;
        return this.#passOn(piece, request, reply, 'pieceOf' in livesWith);
      };
      route.preValidation = [...[route.preValidation ?? []].flat(), passOn];
    });
  }

  /** From now on this process answers for a piece: its own requests, and those others pass on. */
  serve(piece: string): Cancel {
    this.#served.add(piece);
    const cancel = this.#calls.serve(FORWARDED, piece, (mail) => this.#answer(mail));
    return () => {
      cancel();
      this.#served.delete(piece);
    };
  }

  /** The id of the request this one was made of, so that both write the same into their logs; null: it comes from outside. */
  requestId({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
    const [secret, id] = String(headers[MARK] ?? '').split(' ');
    return secret === this.#secret && id !== undefined ? id : null;
  }

  async #passOn(
    piece: string,
    request: FastifyRequest,
    reply: FastifyReply,
    mayBeGone: boolean,
  ): Promise<FastifyReply | undefined> {
    // It came from elsewhere, and has another owner by now: it does not go in circles.
    if (this.requestId(request.raw) !== null) throw new ApiError('owner_unreachable');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const question = this.#mail.seal(toForward(request));
    if (question.sealed.length > LONGEST) throw new ApiError('payload_too_large');
    const asked = await this.#calls.ask(FORWARDED, piece, question, isRead ? READ_WITHIN_MS : DONE_WITHIN_MS);
    if (!asked.ok && asked.error === 'nobody' && mayBeGone) return undefined;
    const isUndone = isRead || (!asked.ok && asked.error === 'nobody');
    if (!asked.ok || asked.value === null) throw new ApiError(isUndone ? 'owner_unreachable' : 'outcome_unknown');
    const { status, headers, body } = this.#read(question, asked.value);
    return reply.status(status).headers(headers).send(Buffer.from(body, 'base64'));
  }

  #read(question: SealedMail, answer: SealedMail): ForwardedAnswer {
    try {
      return this.#mail.openAnswer<ForwardedAnswer>(question, answer);
    } catch {
      // Whoever wrote this, what we asked may have been done.
      throw new ApiError('outcome_unknown');
    }
  }

  async #answer(mail: SealedMail): Promise<SealedMail | null> {
    const { id, method, url, headers, body, ip } = this.#mail.open<ForwardedRequest>(mail);
    if (this.#app === null) throw new Error('there are no routes yet');
    const answer = await this.#app.inject({
      ...{ method, url, remoteAddress: ip, headers: { ...headers, [MARK]: `${this.#secret} ${id}` } },
      ...(body !== null && { payload: body }),
    });
    if (isDisowned(answer)) return null;
    return this.#mail.sealAnswer(mail, {
      status: answer.statusCode,
      headers: headersOfAnswer(answer.headers),
      body: answer.rawPayload.toString('base64'),
    } satisfies ForwardedAnswer);
  }
}

/** Nothing was done here; but while a piece changes hands, two processes may get the same request. */
const isDisowned = ({ statusCode, payload }: { readonly statusCode: number; readonly payload: string }): boolean =>
  statusCode === ERROR_STATUS.owner_unreachable &&
  ErrorBody.safeParse(JSON.parse(payload)).data?.error.code === 'owner_unreachable';

const toForward = (request: FastifyRequest): ForwardedRequest => ({
  id: request.id,
  method: request.method as ForwardedRequest['method'],
  url: request.url,
  headers: headersToForward({ ...request.headers, ...traceOf(currentStep()) }),
  body: request.body === undefined || request.body === null ? null : JSON.stringify(request.body),
  ip: request.ip,
});

/** Over there the step under way goes on. */
const traceOf = (step: TraceStep | null) =>
  step === null || step.traceparent === null ? {} : { traceparent: step.traceparent };

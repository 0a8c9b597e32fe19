import type { Msg } from '@nats-io/transport-node';
import { err, type Result } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/nats-link.ts';
import { packData, unpackData } from '../nats/packing.ts';
import { natsSubject } from '../nats/subject.ts';
import type { Call, CallFault, Calls } from './calls.ts';
import { createInProcessCalls } from './in-process-calls.ts';

const TIMEOUT_MS = 3_000;
const FAILED = JSON.stringify(err('failed'));

type Deps = {
  readonly link: NatsLink;
  /** Id of the installation. Other installations on the same NATS neither send nor answer its calls. */
  readonly space: string;
  readonly log: Pick<Logger, 'error'>;
};

/**
 * Calls a handler of this process directly, and a handler of another process with JSON over NATS. The message limit of
 * NATS limits requests and responses in their compressed form. After `not_served` the caller may safely repeat the
 * question. After `too_late` the question may have been executed.
 */
export class NatsCalls implements Calls {
  readonly #link: NatsLink;
  readonly #space: string;
  readonly #log: Pick<Logger, 'error'>;
  readonly #local: Calls;

  constructor({ link, space, log }: Deps) {
    this.#link = link;
    this.#space = space;
    this.#log = log;
    this.#local = createInProcessCalls(log);
  }

  serve<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    handler: (question: Question) => Answer | Promise<Answer>,
  ) {
    const endHere = this.#local.serve(call, key, handler);
    const endThere = this.#link.subscribe(
      this.#subjectOf(call, key),
      (message) => void this.#answer(call, key, message),
    );
    return () => {
      endHere();
      endThere();
    };
  }

  async ask<Question, Answer>(
    call: Call<Question, Answer>,
    key: string,
    question: Question,
    timeoutMs = TIMEOUT_MS,
  ): Promise<Result<Answer, CallFault>> {
    const here = await this.#local.ask(call, key, question);
    if (here.ok || here.error !== 'not_served') return here;
    try {
      const asked = await this.#link.ask(this.#subjectOf(call, key), await packData({ question }), timeoutMs);
      return asked.ok ? await unpackData<Result<Answer, CallFault>>(asked.value.data) : asked;
    } catch (error) {
      this.#log.error({ err: error, call: call.name }, 'a question could not be asked, or its answer not be read');
      return err('failed');
    }
  }

  async #answer<Question, Answer>(call: Call<Question, Answer>, key: string, message: Msg): Promise<void> {
    try {
      const { question } = await unpackData<{ readonly question: Question }>(message.data);
      message.respond(await packData(await this.#local.ask(call, key, question)));
    } catch (error) {
      this.#log.error({ err: error, call: call.name }, 'a question could not be answered');
      this.#respondFailed(message);
    }
  }

  #respondFailed(message: Msg): void {
    try {
      message.respond(FAILED);
    } catch {
      // NATS is unavailable, so the caller's request times out.
    }
  }

  #subjectOf(call: { readonly name: string }, key: string): string {
    return natsSubject(this.#space, 'call', call.name, key);
  }
}

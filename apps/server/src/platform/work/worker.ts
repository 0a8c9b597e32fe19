import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import type { WorkAddress, WorkStream } from './work-stream.ts';

/**
 * Time for which a request for work is valid. The server drops the request after this time, even if the process that
 * sent it is suspended.
 */
const FETCH_FOR_MS = 5_000;
const FETCH_AT_MOST = 64;
/** Delay after a failure. During this time a suspended process that lost its lease can detect the loss. */
const RETRY_AFTER_MS = durationMs(500);
const REDELIVER_AFTER_MS = 250;
/** Greatest factor by which the delay grows with each failed delivery. */
const REDELIVER_FACTOR_AT_MOST = 20;
/**
 * Interval at which the ack deadline of an unfinished message is extended. It is shorter than the time after which the
 * queue would redeliver the message.
 */
const EXTEND_EVERY_MS = durationMs(2_000);

type Deps = {
  readonly stream: Pick<WorkStream, 'consumer'>;
  readonly address: WorkAddress;
  /** True if other workers of this address keep the messages that they have fetched. */
  readonly isShared: boolean;
  readonly handler: (message: unknown) => Promise<'done' | 'retry'>;
  readonly clock: Pick<Clock, 'after' | 'every'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Handles the work of one address, several messages at a time, until it is ended. */
export class Worker {
  readonly #deps: Deps;
  #batch: ConsumerMessages | null = null;
  #isEnded = false;
  #isFailing = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    void this.#work();
  }

  /** Finishes the current messages. All others go to the next worker. */
  end(): void {
    this.#isEnded = true;
    void this.#batch?.close();
  }

  async #work(): Promise<void> {
    let isTakeover = !this.#deps.isShared;
    while (!this.#isEnded) {
      try {
        const consumer = await this.#deps.stream.consumer(this.#deps.address, { isTakeover });
        isTakeover = false;
        this.#isFailing = false;
        while (!this.#isEnded)
          await this.#handleBatch(await consumer.fetch({ max_messages: FETCH_AT_MOST, expires: FETCH_FOR_MS }));
      } catch (error) {
        this.#logFailure(error);
        await this.#pause();
      }
    }
  }

  async #handleBatch(batch: ConsumerMessages): Promise<void> {
    this.#batch = batch;
    if (this.#isEnded) void batch.close();
    for await (const message of batch) {
      if (this.#isEnded) reply(() => message.nak());
      else void this.#handle(message);
    }
  }

  async #handle(message: JsMsg): Promise<void> {
    const stopExtending = this.#deps.clock.every(EXTEND_EVERY_MS, () => reply(() => message.working()));
    const outcome = await this.#outcome(message);
    stopExtending();
    reply(() => {
      if (outcome === 'done') message.ack();
      else message.nak(REDELIVER_AFTER_MS * Math.min(message.info.deliveryCount, REDELIVER_FACTOR_AT_MOST));
    });
  }

  async #outcome(message: JsMsg): Promise<'done' | 'retry'> {
    try {
      return await this.#deps.handler(message.json());
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#deps.address }, 'work failed and is retried');
      return 'retry';
    }
  }

  /** Logs a failure once until the stream works again. The NATS link logs its own outages. */
  #logFailure(error: unknown): void {
    if (!this.#isFailing)
      this.#deps.log.warn({ reason: errorText(error), ...this.#deps.address }, 'cannot fetch work from NATS');
    this.#isFailing = true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(RETRY_AFTER_MS, resolve));
  }
}

/** Sends a reply. If the connection is lost, the queue delivers the message again. */
function reply(answer: () => void): void {
  try {
    answer();
  } catch {
    // The queue delivers the message again.
  }
}

import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import type { Place, WorkStream } from './work-stream.ts';

/** How long a request for work is valid; afterwards the server drops it, even that of a paused process. */
const ASK_FOR_MS = 5_000;
const ASK_AT_MOST = 64;
/** After a failure. An owner that lost its lease during a pause has the time to notice it. */
const RETRY_AFTER_MS = durationMs(500);
const AGAIN_AFTER_MS = 250;
/** The delay grows with each failed delivery, up to this many times the first delay. */
const AGAIN_AT_MOST = 20;
/** A message in work is extended before the queue takes it for lost. */
const STILL_AT_IT_MS = durationMs(2_000);

type Deps = {
  readonly stream: Pick<WorkStream, 'consumer'>;
  readonly place: Place;
  /** Whether other workers of this place keep their messages in hand. */
  readonly isShared: boolean;
  readonly handler: (message: unknown) => Promise<'done' | 'again'>;
  readonly clock: Pick<Clock, 'after' | 'every'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Handles the work of one address, several messages at a time, until ended. */
export class Worker {
  readonly #deps: Deps;
  #asking: ConsumerMessages | null = null;
  #isEnded = false;
  #isTroubled = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    void this.#work();
  }

  /** Finishes the work in hand; messages not begun go to the next worker. */
  end(): void {
    this.#isEnded = true;
    void this.#asking?.close();
  }

  async #work(): Promise<void> {
    let afresh = !this.#deps.isShared;
    while (!this.#isEnded) {
      try {
        const consumer = await this.#deps.stream.consumer(this.#deps.place, { afresh });
        afresh = false;
        this.#isTroubled = false;
        while (!this.#isEnded)
          await this.#take(await consumer.fetch({ max_messages: ASK_AT_MOST, expires: ASK_FOR_MS }));
      } catch (error) {
        this.#logTrouble(error);
        await this.#pause();
      }
    }
  }

  async #take(asking: ConsumerMessages): Promise<void> {
    this.#asking = asking;
    if (this.#isEnded) void asking.close();
    for await (const message of asking) {
      if (this.#isEnded) reply(() => message.nak());
      else void this.#do(message);
    }
  }

  async #do(message: JsMsg): Promise<void> {
    const stillAtIt = this.#deps.clock.every(STILL_AT_IT_MS, () => reply(() => message.working()));
    const outcome = await this.#outcome(message);
    stillAtIt();
    reply(() => {
      if (outcome === 'done') message.ack();
      else message.nak(AGAIN_AFTER_MS * Math.min(message.info.deliveryCount, AGAIN_AT_MOST));
    });
  }

  async #outcome(message: JsMsg): Promise<'done' | 'again'> {
    try {
      return await this.#deps.handler(message.json());
    } catch (error) {
      this.#deps.log.error({ err: error, ...this.#deps.place }, 'work failed and is tried again');
      return 'again';
    }
  }

  /** Logs once until the stream works again. The NATS link logs its own outages. */
  #logTrouble(error: unknown): void {
    if (!this.#isTroubled) this.#deps.log.warn({ reason: errorText(error), ...this.#deps.place }, 'no work can be had');
    this.#isTroubled = true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(RETRY_AFTER_MS, resolve));
  }
}

/** Sends a reply. If the connection is gone, the queue hands the message out again. */
function reply(answer: () => void): void {
  try {
    answer();
  } catch {
    // The queue hands the message out again.
  }
}

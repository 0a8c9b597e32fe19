import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream';
import { type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '../logging/logger.ts';
import { errorText } from '../startup-error.ts';
import type { Place, WorkStream } from './work-stream.ts';

/** How long a request for work stands; the server forgets it then, even of a process that stands still. */
const ASK_FOR_MS = 5_000;
const ASK_AT_MOST = 64;
/** After what went wrong; an owner that lost its place while it stood still has the time to learn of it. */
const RETRY_AFTER_MS = durationMs(500);
const AGAIN_AFTER_MS = 250;
/** What fails for long is tried ever less often, up to this many times the first wait. */
const AGAIN_AT_MOST = 20;
/** A piece in work is claimed anew before the queue takes it for lost. */
const STILL_AT_IT_MS = durationMs(2_000);

type Deps = {
  readonly stream: Pick<WorkStream, 'consumer'>;
  readonly place: Place;
  readonly handler: (message: unknown) => Promise<'done' | 'again'>;
  readonly clock: Pick<Clock, 'after' | 'every'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
};

/** Takes the work of one place, several pieces at a time, until ended. */
export class Worker {
  readonly #deps: Deps;
  #asking: ConsumerMessages | null = null;
  #isEnded = false;
  #isTroubled = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    void this.#work();
  }

  /** What is in work is finished; what is not begun goes to the next who works here. */
  end(): void {
    this.#isEnded = true;
    void this.#asking?.close();
  }

  async #work(): Promise<void> {
    let afresh = true;
    while (!this.#isEnded) {
      try {
        const consumer = await this.#deps.stream.consumer(this.#deps.place, { afresh });
        afresh = false;
        this.#isTroubled = false;
        while (!this.#isEnded)
          await this.#take(await consumer.fetch({ max_messages: ASK_AT_MOST, expires: ASK_FOR_MS }));
      } catch (error) {
        this.#tellTrouble(error);
        await this.#pause();
      }
    }
  }

  async #take(asking: ConsumerMessages): Promise<void> {
    this.#asking = asking;
    if (this.#isEnded) void asking.close();
    for await (const message of asking) {
      if (this.#isEnded) tell(() => message.nak());
      else void this.#do(message);
    }
  }

  async #do(message: JsMsg): Promise<void> {
    const stillAtIt = this.#deps.clock.every(STILL_AT_IT_MS, () => tell(() => message.working()));
    const outcome = await this.#outcome(message);
    stillAtIt();
    tell(() => {
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

  /** Once, until it works again; NATS being away is told by its link. */
  #tellTrouble(error: unknown): void {
    if (!this.#isTroubled) this.#deps.log.warn({ reason: errorText(error), ...this.#deps.place }, 'no work can be had');
    this.#isTroubled = true;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(RETRY_AFTER_MS, resolve));
  }
}

/** A queue that went away meanwhile hands the piece out again. */
function tell(answer: () => void): void {
  try {
    answer();
  } catch {
    // Nothing is lost by it.
  }
}

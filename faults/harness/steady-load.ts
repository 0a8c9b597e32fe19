import { setTimeout as sleep } from 'node:timers/promises';
import { type OrderAttempt, send } from './people.ts';
import type { World } from './world.ts';

/** Orders per second, as in a busy installation. */
const PER_SECOND = 50;
const SECOND_MS = 1_000;
const BATCH_MS = 20;
/** Duration of each trade in minutes. It is the shortest duration, so that each user has few open trades. */
const DURATION = 1;

/**
 * Sends orders on a fixed schedule, even while earlier orders have no response. A slow server therefore gets more
 * concurrent orders, as it would from real users.
 */
export class SteadyLoad {
  readonly #world: World;
  readonly #off = new AbortController();
  readonly #sent: Promise<readonly OrderAttempt[]>[] = [];
  readonly #loop: Promise<void>;
  readonly #answered: OrderAttempt[] = [];

  constructor(world: World, perSecond = PER_SECOND) {
    this.#world = world;
    this.#loop = this.#run(perSecond);
  }

  /** The orders that got a response, and those whose client gave up. */
  get answered(): readonly OrderAttempt[] {
    return this.#answered;
  }

  /**
   * Stops sending.
   * @returns all orders, after each has its response
   */
  async stop(): Promise<readonly OrderAttempt[]> {
    this.#off.abort();
    await this.#loop;
    await Promise.all(this.#sent);
    return this.#answered;
  }

  async #run(perSecond: number): Promise<void> {
    const sinceMs = performance.now();
    for (; !this.#off.signal.aborted; await sleep(BATCH_MS)) {
      const due = Math.floor(((performance.now() - sinceMs) * perSecond) / SECOND_MS);
      while (this.#sent.length < due) this.#sent.push(this.#send());
    }
  }

  async #send(): Promise<readonly OrderAttempt[]> {
    const { server, people } = this.#world;
    const order = { ...this.#world.randomOrder(), duration: DURATION };
    const attempts = await this.#world.take(send(server.url, this.#world.pick(people), order).then((one) => [one]));
    this.#answered.push(...attempts);
    return attempts;
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateOption } from '@vigia/contract';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Sql } from '@vigia/server/testing';
import type { SeededRng } from '@vigia/testkit';
import { newPerson, type OrderAttempt, type Person, send } from '../harness/people.ts';

/** The maximum number of open trades of one user. The harness computes the number of users for a load from it. */
export const MAX_OPEN_TRADES_PER_USER = 100;
const SIGN_UPS_AT_ONCE = 4;
/**
 * The validity of an order in milliseconds, as in the web app. A retry after this time opens no trade, because the
 * price that the user saw is too old.
 */
const ORDER_VALID_MS = 15_000;
const RETRY_FIRST_MS = 250;
const RETRY_MOST_MS = 4_000;
/** Time in milliseconds after which an order without an outcome counts as lost. */
const OUTCOME_WITHIN_MS = 90_000;
/** Error codes that refuse the request itself. They do not show whether an earlier request placed the order. */
const REQUEST_CODES = new Set(['rate_limited']);

/** Clients that send each order to any API process that responds, as browsers behind a load balancer do. */
export class LoadClients {
  readonly people: readonly Person[];
  /** Every response to each order, oldest first. */
  readonly attempts: OrderAttempt[] = [];
  longestUnknownMs = 0;
  readonly #apiUrls: readonly string[];
  readonly #rng: SeededRng;
  readonly #inFlight = new Set<Promise<void>>();

  private constructor(apiUrls: readonly string[], rng: SeededRng, people: readonly Person[]) {
    this.#apiUrls = apiUrls;
    this.#rng = rng;
    this.people = people;
  }

  /** Signs up `count` users with the highest limit of open trades. */
  static async signUp(apiUrls: readonly string[], sql: Sql, rng: SeededRng, count: number): Promise<LoadClients> {
    const people: Person[] = [];
    const signUp = async (): Promise<void> => {
      while (people.length < count) people.push(await newPerson(apiUrlOf(apiUrls, people.length)));
    };
    await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUp));
    await sql`UPDATE users SET max_concurrent_trades = ${MAX_OPEN_TRADES_PER_USER} WHERE id = ANY(${people.map(({ userId }) => userId)}::uuid[])`;
    return new LoadClients(apiUrls, rng, people);
  }

  /**
   * Places orders at random times at this average rate, without waiting for responses. Returns a function that stops
   * the orders.
   */
  trade(ratePerS: number): () => void {
    let timer: NodeJS.Timeout;
    let dueMs = performance.now();
    const next = (): void => {
      for (; dueMs <= performance.now(); dueMs += (-Math.log(1 - this.#rng.next()) * 1_000) / ratePerS) this.#place();
      timer = setTimeout(next, dueMs - performance.now());
    };
    next();
    return () => clearTimeout(timer);
  }

  /** Waits until every sent order has its response. */
  async quiet(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  #place(): void {
    const done = this.#follow().finally(() => this.#inFlight.delete(done));
    this.#inFlight.add(done);
  }

  /** Sends one order. Repeats it with the same idempotency key at the next API process until its outcome is known. */
  async #follow(): Promise<void> {
    const index = Math.floor(this.#rng.next() * this.people.length);
    const person = this.people[index];
    if (person === undefined) return;
    const [key, order, sinceMs] = [randomUUID(), this.#order(), performance.now()];
    for (let tries = 0; performance.now() - sinceMs < OUTCOME_WITHIN_MS; tries += 1) {
      const attempt = await send(apiUrlOf(this.#apiUrls, index + tries), person, order, { key });
      if (isFinal(attempt)) {
        this.attempts.push(attempt);
        if (tries > 0) this.longestUnknownMs = Math.max(this.longestUnknownMs, attempt.answeredAtMs - sinceMs);
        return;
      }
      const waitMs = Math.min(RETRY_MOST_MS, RETRY_FIRST_MS * 2 ** tries);
      await sleep(waitMs * (0.5 + this.#rng.next() / 2));
    }
    const nothing = {
      kind: 'unknown',
      status: null,
      code: 'never_learnt',
      message: 'the outcome was never reported',
    } as const;
    this.attempts.push({
      person,
      key,
      order,
      to: 'mode',
      sentAtMs: sinceMs,
      answeredAtMs: performance.now(),
      outcome: nothing,
    });
  }

  #order(): CreateOption {
    const symbols = SIMULATED_ASSETS.map(({ symbol }) => symbol);
    const pick = (count: number): number => Math.floor(this.#rng.next() * count);
    return {
      asset_symbol: symbols[pick(symbols.length)] ?? 'EURUSD',
      option_type: pick(2) === 0 ? 'CALL' : 'PUT',
      amount: (100 + pick(400)) / 100,
      duration: 1,
      valid_until: new Date(Date.now() + ORDER_VALID_MS).toISOString(),
    };
  }
}

const apiUrlOf = (apiUrls: readonly string[], index: number): string => apiUrls[index % apiUrls.length] ?? '';

const isFinal = ({ outcome }: OrderAttempt): boolean =>
  outcome.kind !== 'unknown' && !('code' in outcome && REQUEST_CODES.has(outcome.code));

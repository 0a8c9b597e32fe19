import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CreateOption } from '@vigia/contract';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { Sql } from '@vigia/server/testing';
import type { SeededRng } from '@vigia/testkit';
import { type Attempt, newPerson, type Person, send } from '../harness/people.ts';

/** As many trades as a person may have open; so many people are needed for what is open at once. */
export const OPEN_EACH = 100;
const SIGN_UPS_AT_ONCE = 4;
/** As in the browser: an order that is asked about again opens nothing at a price its client has not seen. */
const ORDER_GOOD_FOR_MS = 15_000;
const ASK_AGAIN_FIRST_MS = 250;
const ASK_AGAIN_MOST_MS = 4_000;
/** An order whose client has no outcome by then counts as lost. */
const LEARNS_WITHIN_MS = 90_000;
/** Of the request, not of the order: it says nothing of what became of it. */
const ABOUT_THE_REQUEST = new Set(['idempotency_in_progress', 'rate_limited']);

/** People who trade at whatever door is open, as browsers behind a proxy do. */
export class Crowd {
  readonly people: readonly Person[];
  /** Every answer each order got, the last one last. */
  readonly attempts: Attempt[] = [];
  longestDoubtMs = 0;
  readonly #doors: readonly string[];
  readonly #rng: SeededRng;
  readonly #underWay = new Set<Promise<void>>();

  private constructor(doors: readonly string[], rng: SeededRng, people: readonly Person[]) {
    this.#doors = doors;
    this.#rng = rng;
    this.people = people;
  }

  /** Signs so many people up, and lets them trade as much as anybody may. */
  static async gather(doors: readonly string[], sql: Sql, rng: SeededRng, count: number): Promise<Crowd> {
    const people: Person[] = [];
    const signUp = async (): Promise<void> => {
      while (people.length < count) people.push(await newPerson(doorOf(doors, people.length)));
    };
    await Promise.all(Array.from({ length: SIGN_UPS_AT_ONCE }, signUp));
    await sql`UPDATE users SET max_concurrent_trades = ${OPEN_EACH} WHERE id = ANY(${people.map(({ userId }) => userId)}::uuid[])`;
    return new Crowd(doors, rng, people);
  }

  /** Orders at random moments, so many a second on average, answered or not; until what is returned is called. */
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

  /** Until every order under way has its answer. */
  async quiet(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #place(): void {
    const done = this.#follow().finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
  }

  /** Sends one order, and asks again under its key at the next door until its fate is known. */
  async #follow(): Promise<void> {
    const index = Math.floor(this.#rng.next() * this.people.length);
    const person = this.people[index];
    if (person === undefined) return;
    const [key, order, sinceMs] = [randomUUID(), this.#order(), performance.now()];
    for (let tries = 0; performance.now() - sinceMs < LEARNS_WITHIN_MS; tries += 1) {
      const attempt = await send(doorOf(this.#doors, index + tries), person, order, { key });
      if (isFinal(attempt)) {
        this.attempts.push(attempt);
        if (tries > 0) this.longestDoubtMs = Math.max(this.longestDoubtMs, attempt.answeredAtMs - sinceMs);
        return;
      }
      const waitMs = Math.min(ASK_AGAIN_MOST_MS, ASK_AGAIN_FIRST_MS * 2 ** tries);
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
      fate: nothing,
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
      valid_until: new Date(Date.now() + ORDER_GOOD_FOR_MS).toISOString(),
    };
  }
}

const doorOf = (doors: readonly string[], index: number): string => doors[index % doors.length] ?? '';

const isFinal = ({ fate }: Attempt): boolean =>
  fate.kind !== 'unknown' && !('code' in fate && ABOUT_THE_REQUEST.has(fate.code));

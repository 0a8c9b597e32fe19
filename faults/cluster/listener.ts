import { setTimeout as sleep } from 'node:timers/promises';
import { SIMULATED_ASSETS } from '@vigia/core/market-model';
import type { SeededRng } from '@vigia/testkit';
import type { Person } from '../harness/people.ts';
import { LiveSocket } from './live-socket.ts';

/** Time in milliseconds within which a working socket receives a price. */
const HEARS_WITHIN_MS = 2_000;
const POLL_MS = 50;
const OPENED_AT_ONCE = 10;

/** Many simulated browsers of the users. Their sockets are distributed over all API processes. */
export class Listener {
  readonly sockets: readonly LiveSocket[];

  private constructor(sockets: readonly LiveSocket[]) {
    this.sockets = sockets;
  }

  /**
   * Opens the sockets.
   * @param watched the symbols that each browser watches: prices of all, and candles of the first two
   */
  static async open(
    apiUrls: readonly string[],
    people: readonly Person[],
    rng: SeededRng,
    { count, watched }: { readonly count: number; readonly watched: number },
  ): Promise<Listener> {
    const sockets: LiveSocket[] = [];
    for (let index = 0; index < count; index += 1) {
      const person = people[index % people.length];
      const from = Math.floor(rng.next() * SIMULATED_ASSETS.length);
      const all = SIMULATED_ASSETS.map(({ symbol }) => symbol);
      const symbols = [...all.slice(from), ...all].slice(0, watched);
      if (person !== undefined) sockets.push(new LiveSocket(apiUrls, index, person, symbols));
      if (index % OPENED_AT_ONCE === 0) await sleep(POLL_MS);
    }
    return new Listener(sockets);
  }

  /** Returns the number of sockets that receive no prices. */
  get deaf(): number {
    const nowMs = performance.now();
    return this.sockets.filter(({ heardTicksMs }) => nowMs - heardTicksMs > HEARS_WITHIN_MS).length;
  }

  /** Waits until every browser has fetched the data that it missed while it was disconnected. */
  async upToDate(): Promise<void> {
    await Promise.all(this.sockets.map((socket) => socket.isUpToDate));
  }

  close(): void {
    for (const socket of this.sockets) socket.close();
  }
}

import { CountingIds, ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import type { Database } from '../persistence/database.ts';
import { LeasedOwnership } from './leased-ownership.ts';

const BEAT_MS = 500;
const ids = new CountingIds();

/** A process among others, whose time the test moves: it stands still between two beats. Its leases last a minute. */
export class Member {
  readonly ownership: LeasedOwnership;
  readonly said: string[] = [];
  readonly #clock = new ManualClock(0);
  #uptimeMs = 0;

  constructor(db: Pick<Database, 'sql'>) {
    this.ownership = new LeasedOwnership({
      ...{ db, ids, clock: this.#clock, stopwatchMs: () => this.#uptimeMs },
      log: pino({ level: 'info' }, { write: (line) => void this.said.push(line) }),
      ttlMs: 60_000,
      beatMs: BEAT_MS,
    });
  }

  /** Its timers go off as after a beat's time. */
  beat(): void {
    this.#clock.advance(BEAT_MS);
  }

  /** Time goes by, of which the process notices nothing before it beats. */
  standStill(ms: number): void {
    this.#uptimeMs += ms;
  }

  setClock(byMs: number): void {
    this.#clock.jump(byMs);
  }
}

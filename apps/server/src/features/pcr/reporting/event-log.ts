import type { PcrDebug } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import type { AutomationStream } from '../../automations/index.ts';
import type { SetupRun, SharedEvaluation } from '../running/setup-run.ts';

/** Largest number of events kept for each watched setup. */
const KEPT = 200;
/** Largest number of watched setups. The log first drops the setup that was queried least recently. */
const WATCHED_MAX = 50;

type Event = PcrDebug['events'][number];
type Watched = { readonly events: Event[]; key: string | null };

/** Event log of the running setups that users view. The log of a setup starts with its first query. */
export class EventLog {
  /** Watched setups; the least recently queried setup is first. */
  readonly #watched = new Map<string, Watched>();
  #number = 0;

  get isWatching(): boolean {
    return this.#watched.size > 0;
  }

  /**
   * Adds an event if the setup is watched.
   * @param detail called only if the setup is watched
   */
  add(setupId: string, atMs: number, kind: string, detail: () => Readonly<Record<string, unknown>>): void {
    const watched = this.#watched.get(setupId);
    if (watched !== undefined) this.#push(watched, atMs, kind, detail());
  }

  addCandle({ groups }: AutomationStream<SetupRun, SharedEvaluation>, candle: Candle, backfilled: boolean): void {
    for (const group of groups)
      for (const run of group.runs)
        this.add(run.row.id, candle.time * 1_000, 'candle', () => ({ ...candle, backfilled }));
  }

  /** Returns events numbered above `after`, oldest first, and starts or continues watching the setup. */
  since(setupId: string, after: number): { readonly events: Event[]; readonly last: number } {
    const watched = this.#watched.get(setupId) ?? { events: [], key: null };
    this.#watched.delete(setupId);
    this.#watched.set(setupId, watched);
    if (this.#watched.size > WATCHED_MAX) this.#watched.delete([...this.#watched.keys()][0] ?? '');
    return { events: watched.events.filter(({ number }) => number > after), last: this.#number };
  }

  #push({ events }: Watched, atMs: number, kind: string, detail: Readonly<Record<string, unknown>>): void {
    this.#number += 1;
    events.push({ number: this.#number, at: new Date(atMs).toISOString(), kind, detail });
    if (events.length > KEPT) events.shift();
  }
}

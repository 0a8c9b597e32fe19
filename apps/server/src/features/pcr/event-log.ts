import type { PcrDebug } from '@vigia/contract';
import type { Candle } from '@vigia/core/candles';
import type { Stream } from './stream.ts';

/** Events of a setup that somebody looks at from inside. */
const KEPT = 200;
/** Setups that can be looked at at once; who has not asked for longest gives way. */
const WATCHED_MAX = 50;

type Event = PcrDebug['events'][number];
type Watched = { readonly events: Event[]; key: string | null };

/** What running setups did, event by event, for those that somebody is looking at: from the first look on. */
export class EventLog {
  /** Least recently asked for first. */
  readonly #watched = new Map<string, Watched>();
  #number = 0;

  get isWatching(): boolean {
    return this.#watched.size > 0;
  }

  /** @param detail made only if somebody looks */
  add(setupId: string, atMs: number, kind: string, detail: () => Readonly<Record<string, unknown>>): void {
    const watched = this.#watched.get(setupId);
    if (watched !== undefined) this.#push(watched, atMs, kind, detail());
  }

  addCandle({ groups }: Stream, candle: Candle, backfilled: boolean): void {
    for (const group of groups)
      for (const run of group.runs)
        this.add(run.row.id, candle.time * 1_000, 'candle', () => ({ ...candle, backfilled }));
  }

  /** Numbered above `after`, oldest first. Whoever asks is shown what happens from now on. */
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

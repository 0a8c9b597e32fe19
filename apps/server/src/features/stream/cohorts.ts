import type { PriceSource } from '@vigia/core/vocabulary';
import type { BoardViewer, PriceBoard } from './price-board.ts';
import { textFrames } from './text-frames.ts';

/** Number of sockets that one flush serves. A flush takes 2 to 3 ms. */
const COHORT_SIZE = 250;

/** Fields of a socket that a cohort reads. `board.source` is the source whose prices the socket shows. */
type Member = BoardViewer & { readonly board: { readonly source: PriceSource } | null };

/**
 * Sockets that one flush serves together. Cohorts divide the work, because a single flush of ten thousand sockets would
 * block the event loop.
 */
export class Cohort<Client extends Member> {
  readonly clients = new Set<Client>();
  readonly boards = new Map<PriceSource, PriceBoard<Client>>();
  #news: { readonly text: string; readonly source: PriceSource | null }[] = [];

  /**
   * Adds a text to the next frame of each socket; with `source`, only of the sockets that show the prices of this
   * source.
   */
  enqueue(text: string, source: PriceSource | null = null): void {
    if (this.clients.size > 0) this.#news.push({ text, source });
  }

  /** Sends everything that was added since the last flush. */
  flush(send: (client: Client, frames: Buffer) => void): void {
    if (this.#news.length > 0) this.#sendNews(send);
    for (const board of this.boards.values()) board.flush(send);
  }

  #sendNews(send: (client: Client, frames: Buffer) => void): void {
    const made = new Map<PriceSource | undefined, Buffer>();
    const framesFor = (shown: PriceSource | undefined) => {
      const heard = this.#news.filter(({ source }) => source === null || source === shown);
      const frames = made.get(shown) ?? textFrames(heard.map(({ text }) => text));
      made.set(shown, frames);
      return frames;
    };
    for (const client of this.clients) send(client, framesFor(client.board?.source));
    this.#news = [];
  }
}

/** All sockets, divided into cohorts of a few hundred. */
export class Cohorts<Client extends Member> {
  readonly #all: Cohort<Client>[] = [new Cohort()];

  get all(): readonly Cohort<Client>[] {
    return this.#all;
  }

  withRoom(): Cohort<Client> {
    const known = this.#all.find(({ clients }) => clients.size < COHORT_SIZE);
    if (known !== undefined) return known;
    const cohort = new Cohort<Client>();
    this.#all.push(cohort);
    return cohort;
  }
}

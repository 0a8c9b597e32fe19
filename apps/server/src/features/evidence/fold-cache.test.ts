import { SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { EntryOutcome, EntryPosition, EvidenceEntry } from './evidence.repository.ts';
import { type EntrySource, FoldCache } from './fold-cache.ts';

const MINUTE_MS = 60_000;

/** Trades of one card that are stored one after another, and end later. */
class StoredTrades implements EntrySource {
  settledBeforeMs = Infinity;
  /** Number of entries that were read. */
  entriesRead = 0;
  readonly #entries: EvidenceEntry[] = [];

  store(id: string, at: number, ending: EntryOutcome['ending'] | null): void {
    const times = { at, entry_ms: at * MINUTE_MS, expiry_ms: (at + 3) * MINUTE_MS };
    this.#entries.push({ ...times, id, card: 0, payout: 0.85, ending, sold_ratio: null });
    this.#entries.sort((a, b) => a.at - b.at);
  }

  end(id: string, ending: EntryOutcome['ending']): void {
    const place = this.#entries.findIndex((entry) => entry.id === id);
    const entry = this.#entries[place];
    if (entry !== undefined) this.#entries[place] = { ...entry, ending };
  }

  async entriesAfter([after]: readonly EntryPosition[]): Promise<readonly EvidenceEntry[]> {
    const entries = this.#entries.filter(
      ({ at, id }) => after !== undefined && (at > after.at || (at === after.at && id > after.id)),
    );
    this.entriesRead += entries.length;
    return entries;
  }

  async endingsOf(ids: readonly string[]): Promise<readonly EntryOutcome[]> {
    return this.#entries.flatMap(({ id, ending, sold_ratio }) =>
      ending !== null && ids.includes(id) ? [{ id, ending, sold_ratio }] : [],
    );
  }
}

const look = async (cache: FoldCache, source: EntrySource) => {
  const [fold] = await cache.read(['card'], source);
  if (fold === undefined) throw new Error('no fold');
  return { record: fold.record, evidence: fold.evidence(), open: fold.openIds, bets: fold.settledBets };
};

describe('the cached evidence of a card', () => {
  it('equals the evidence computed from all entries at once, at any time it is read', async () => {
    const rng = new SeededRng(11);
    for (let run = 0; run < 40; run += 1) {
      const [trades, cache, open] = [new StoredTrades(), new FoldCache(), new Set<string>()];
      for (let at = 1; at < 60; at += 1 + Math.floor(rng.next() * 4)) {
        trades.store(`trade-${at}`, at, null);
        open.add(`trade-${at}`);
        for (const id of open) {
          if (rng.next() < 0.4) continue;
          open.delete(id);
          trades.end(id, rng.next() < 0.1 ? 'void' : rng.next() < 0.6 ? 'won' : 'lost');
        }
        if (rng.next() < 0.5) expect(await look(cache, trades)).toEqual(await look(new FoldCache(), trades));
      }
      expect(await look(cache, trades)).toEqual(await look(new FoldCache(), trades));
    }
  });

  it('reads each entry once', async () => {
    const [trades, cache] = [new StoredTrades(), new FoldCache()];
    for (const at of [1, 5, 9]) trades.store(`trade-${at}`, at, 'won');
    await look(cache, trades);
    trades.store('trade-13', 13, 'lost');
    await look(cache, trades);
    await look(cache, trades);
    expect(trades.entriesRead).toBe(4);
  });

  it('reads recent entries again, so that an earlier entry that is stored late is counted in the right order', async () => {
    const [trades, cache] = [new StoredTrades(), new FoldCache()];
    trades.settledBeforeMs = 4 * MINUTE_MS;
    trades.store('trade-5', 5, 'won');
    await look(cache, trades);
    trades.store('trade-4', 4, 'lost');
    expect(await look(cache, trades)).toEqual(await look(new FoldCache(), trades));
    expect((await look(cache, trades)).record).toMatchObject({ won: 1, lost: 1 });
  });

  it('counts an entry once if two reads wait for the database at the same time', async () => {
    const [trades, cache] = [new StoredTrades(), new FoldCache()];
    trades.store('trade-1', 1, 'won');
    const [first, second] = await Promise.all([look(cache, trades), look(cache, trades)]);
    expect(first.record.won).toBe(1);
    expect(second).toEqual(first);
  });
});

import { EvidenceFold, type TradeEnd } from '@vigia/core/statistics';
import { RecentMap } from '#platform/recent-map.ts';
import { type EntryOutcome, type EntryPosition, type EvidenceEntry, FIRST_POSITION } from './evidence.repository.ts';

/** Largest number of cards whose evidence stays in memory. Each takes about a kilobyte. */
const MAX_CARDS = 20_000;

/** The evidence of a card up to a position. */
type Folded = { readonly fold: EvidenceFold; position: EntryPosition };

/** Reads what happened to some cards since their positions. */
export type EntrySource = {
  /** Reads the entries of each card after its position, by card and in order. */
  entriesAfter(positions: readonly EntryPosition[]): Promise<readonly EvidenceEntry[]>;
  /** Reads the endings of these entries, as far as they ended. */
  endingsOf(ids: readonly string[]): Promise<readonly EntryOutcome[]>;
  /**
   * After this time (ms), entries may be missing between those that are stored. They are read again the next time.
   * Infinity if entries are stored in their order.
   */
  readonly settledBeforeMs: number;
};

const isAfter = (a: EntryPosition, b: EntryPosition): boolean => a.at > b.at || (a.at === b.at && a.id > b.id);

function add(fold: EvidenceFold, { id, entry_ms, expiry_ms, payout, ending, sold_ratio }: EvidenceEntry): void {
  fold.enter(id, { entryMs: entry_ms, expiryMs: expiry_ms, payoutRatio: payout });
  if (ending !== null) fold.settle(id, endOf({ id, ending, sold_ratio }));
}

const endOf = ({ ending, sold_ratio }: EntryOutcome): TradeEnd =>
  ending === 'sold' ? { kind: 'sold', returnRatio: sold_ratio ?? 0 } : { kind: ending };

/**
 * Keeps the evidence of cards in memory, so that a read costs only the entries since the last read. The cache is
 * derived from the database: a restart, or another process, folds the same entries again to the same evidence.
 */
export class FoldCache {
  readonly #cards = new RecentMap<Folded>(MAX_CARDS);

  /** Returns the current evidence of each card. The caller may change it. */
  async read(keys: readonly string[], source: EntrySource): Promise<EvidenceFold[]> {
    const cards = keys.map((key) => this.#cards.get(key) ?? { fold: new EvidenceFold(), position: FIRST_POSITION });
    const open = cards.flatMap(({ fold }) => fold.openIds);
    const [entries, endings] = await Promise.all([
      keys.length === 0 ? [] : source.entriesAfter(cards.map(({ position }) => position)),
      open.length === 0 ? [] : source.endingsOf(open),
    ]);
    const entriesOf = groupByCard(entries);
    return cards.map((card, place) => {
      for (const ending of endings) card.fold.settle(ending.id, endOf(ending));
      this.#cards.set(keys[place] ?? '', card);
      return this.#advance(card, entriesOf.get(place) ?? [], source.settledBeforeMs);
    });
  }

  /**
   * Adds the entries to a card. Adds entries before which others may be missing only to the result, not to the cache.
   */
  #advance(card: Folded, entries: readonly EvidenceEntry[], settledBeforeMs: number): EvidenceFold {
    // Another call may have added some of these entries while this call waited for the database.
    const fresh = entries.filter((entry) => isAfter({ at: entry.at, id: entry.id }, card.position));
    const firstRecent = fresh.findIndex(({ entry_ms }) => entry_ms >= settledBeforeMs);
    const count = firstRecent < 0 ? fresh.length : firstRecent;
    for (const entry of fresh.slice(0, count)) {
      add(card.fold, entry);
      card.position = { at: entry.at, id: entry.id };
    }
    const present = card.fold.copy();
    for (const entry of fresh.slice(count)) add(present, entry);
    return present;
  }
}

function groupByCard(entries: readonly EvidenceEntry[]): ReadonlyMap<number, readonly EvidenceEntry[]> {
  const groups = new Map<number, EvidenceEntry[]>();
  for (const entry of entries) {
    const own = groups.get(entry.card);
    if (own === undefined) groups.set(entry.card, [entry]);
    else own.push(entry);
  }
  return groups;
}

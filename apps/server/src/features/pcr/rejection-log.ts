import type { RejectionView } from '@vigia/contract';
import type { RejectedCandidate, Signal } from '@vigia/core/pcr';
import type { MarketCondition } from '../market-data/index.ts';
import { rejectionMessage } from './rejection-messages.es.ts';

/** What a person is shown; more would only be memory. */
const KEPT = 50;

/** Why the data forbade a signal. */
export type DataFault = 'backfilled' | Exclude<MarketCondition['state'], 'live' | 'ahead'>;

/**
 * The last opportunities of a setup that came to nothing. Kept as text, a quarter of what the objects take: there are
 * thousands of setups, and hardly anybody looks.
 */
export class RejectionLog {
  #texts: string[];

  constructor(texts: readonly string[] = []) {
    this.#texts = [...texts];
  }

  addRefused({ direction, entryPoint, entryTime, refusal }: RejectedCandidate): void {
    this.#add({
      at: new Date(entryTime).toISOString(),
      direction,
      stage: 'gate',
      reason: refusal.gate,
      value: refusal.value,
      limit: refusal.limit,
      entry_point: entryPoint,
      filter_results: refusal.gate === 'late' ? [] : [...refusal.filterResults],
    });
  }

  /** @param ageMs of the last price */
  addUnfit({ direction, entryPoint, entryTime, filterResults }: Signal, fault: DataFault, ageMs: number | null): void {
    this.#add({
      at: new Date(entryTime).toISOString(),
      direction,
      stage: 'data',
      reason: fault,
      value: fault === 'backfilled' ? null : ageMs,
      limit: null,
      entry_point: entryPoint,
      filter_results: [...filterResults],
    });
  }

  /** Newest first. */
  views(setupId: string): RejectionView[] {
    return this.#texts.toReversed().map((text) => {
      const stored: StoredRejection = JSON.parse(text);
      const id = `${setupId}:${stored.at}:${stored.stage}:${stored.entry_point}`;
      return { ...stored, id, automation: 'pcr', message: rejectionMessage(stored) };
    });
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  #add(rejection: StoredRejection): void {
    this.#texts.push(JSON.stringify(rejection));
    if (this.#texts.length > KEPT) this.#texts.shift();
  }
}

/** What is kept of a rejection; id and sentence follow from it. */
export type StoredRejection = Omit<RejectionView, 'id' | 'automation' | 'message'>;

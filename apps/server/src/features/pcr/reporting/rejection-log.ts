import type { RejectionView } from '@vigia/contract';
import type { FilterResult, RejectedCandidate, Signal } from '@vigia/core/pcr';
import type { EntryPoint } from '@vigia/core/vocabulary';
import type { DataFault } from '../../automations/index.ts';
import { rejectionMessage } from './rejection-messages.es.ts';

/** Largest number of stored rejections, which is the number that the API returns. */
const KEPT = 50;

/**
 * Prefix of a saved rejection, which identifies its format. A later program version drops entries with another prefix.
 */
const WRITTEN_AS = '[1,';

/**
 * The latest rejected opportunities of a setup. The log stores them as short texts, which take a tenth of the memory of
 * objects. There are thousands of setups and few viewers.
 */
export class RejectionLog {
  #texts: string[];

  constructor(texts: readonly string[] = []) {
    this.#texts = texts.filter((text) => text.startsWith(WRITTEN_AS));
  }

  addRefused({ direction, entryPoint, entryTime, refusal }: Omit<RejectedCandidate, 'zone'>): void {
    const { gate, value, limit } = refusal;
    this.#add([
      entryTime,
      direction,
      'gate',
      gate,
      value,
      limit,
      entryPoint,
      gate === 'late' ? [] : packed(refusal.filterResults),
    ]);
  }

  /**
   * Adds a signal that was rejected because of a data fault.
   * @param ageMs age of the last price
   */
  addUnfit({ direction, entryPoint, entryTime, filterResults }: Signal, fault: DataFault, ageMs: number | null): void {
    const value = fault === 'backfilled' ? null : ageMs;
    this.#add([entryTime, direction, 'data', fault, value, null, entryPoint, packed(filterResults)]);
  }

  /** Returns the rejections, newest first. */
  views(setupId: string): RejectionView[] {
    return this.#texts.toReversed().map((text) => viewOf(setupId, JSON.parse(`[${text.slice(WRITTEN_AS.length)}`)));
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  #add(rejection: Packed): void {
    this.#texts.push(WRITTEN_AS + JSON.stringify(rejection).slice(1));
    if (this.#texts.length > KEPT) this.#texts.shift();
  }
}

type PackedFilter = readonly [filter: FilterResult['filter'], passed: 0 | 1, value: unknown, limit: unknown];

type Packed = readonly [
  atMs: number,
  direction: RejectionView['direction'],
  stage: 'gate' | 'data',
  reason: string,
  value: unknown,
  limit: unknown,
  entryPoint: EntryPoint,
  filters: readonly PackedFilter[],
];

const packed = (results: readonly FilterResult[]): PackedFilter[] =>
  results.map(({ filter, passed, value, limit }) => [filter, passed ? 1 : 0, value, limit]);

function viewOf(
  setupId: string,
  [atMs, direction, stage, reason, value, limit, entryPoint, filters]: Packed,
): RejectionView {
  const filterResults = filters.map(([filter, passed, seen, asked]) => ({
    filter,
    passed: passed === 1,
    value: seen,
    limit: asked,
  }));
  return {
    id: `${setupId}:${atMs}:${stage}:${entryPoint}`,
    at: new Date(atMs).toISOString(),
    automation: 'pcr',
    direction,
    stage,
    reason,
    value,
    limit,
    message: rejectionMessage(reason, filterResults),
    entry_point: entryPoint,
    filter_results: filterResults,
  };
}

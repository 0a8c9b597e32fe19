import type { EntryPoint } from '#vocabulary/index.ts';
import type { FilterResult } from '../filters/filter-result.ts';
import type { LiveZone } from '../zone/live-zone.ts';
import type { CandidateRefusal } from './signal.ts';

/** A price zone that the price touched or that was just created, before the gates check it. */
export type Candidate = {
  readonly live: LiveZone;
  readonly entryPoint: EntryPoint;
  /** Price of the touched level; null for `ruptura`, which has no level. */
  readonly level: number | null;
};

/** A candidate that passed gates 1 and 2. */
export type FilteredCandidate = { readonly candidate: Candidate; readonly filterResults: readonly FilterResult[] };

/**
 * Applies gate 1: rejects a close whose distance from the touched level exceeds the limit. A close exactly at the limit
 * passes.
 */
export function lateRefusal(
  level: number | null,
  close: number,
  maxEntryAtr: number | null,
  atr: number,
): CandidateRefusal | null {
  if (level === null || maxEntryAtr === null) return null;
  const value = Math.abs(close - level);
  const limit = maxEntryAtr * atr;
  return value <= limit ? null : { gate: 'late', value, limit };
}

/** Applies gate 2: requires every filter to pass the candidate. */
export function filterRefusal(filterResults: readonly FilterResult[]): CandidateRefusal | null {
  const failed = filterResults.find(({ passed }) => !passed);
  return failed ? { gate: 'filters', value: failed.value, limit: failed.limit, filterResults } : null;
}

/**
 * Returns the number of candidates in `all` with the direction opposite to `one`. Gate 3 compares it with its limit.
 */
export function countOpposing(one: FilteredCandidate, all: readonly FilteredCandidate[]): number {
  let count = 0;
  for (const other of all) if (other.candidate.live.sign !== one.candidate.live.sign) count += 1;
  return count;
}

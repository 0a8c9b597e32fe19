import type { SealedSignalRow } from './verify-chain.ts';

/**
 * Result of deriving a version's signals again from the stored minutes. `not_possible` if the rules need data that is
 * not kept: ticks, or payouts of the time.
 */
export type Derivation =
  | { readonly kind: 'derived'; readonly version: number; readonly signals: number }
  | {
      readonly kind: 'not_possible';
      readonly version: number;
      readonly reason: 'ticks' | 'payout' | 'rules' | 'minutes';
    }
  /**
   * `key`: the first field of the signal that differs from the candles' result; null: the candles give no signal there.
   */
  | { readonly kind: 'differs'; readonly version: number; readonly seq: number; readonly key: string | null };

/** Derives a chain in parts, each with the version of the rules that sealed it. */
export async function derivePerVersion<Version extends { readonly version: number }>(
  rows: readonly SealedSignalRow[],
  versions: readonly Version[],
  derive: (version: Version, sealed: readonly SealedSignalRow[]) => Promise<Derivation>,
): Promise<Derivation[]> {
  const known = new Map(versions.map((version) => [version.version, version]));
  const derived: Derivation[] = [];
  for (const number of new Set(rows.map(({ version }) => version))) {
    const sealed = rows.filter(({ version }) => version === number);
    const version = known.get(number);
    if (version === undefined) derived.push({ kind: 'not_possible', version: number, reason: 'rules' });
    else derived.push(await derive(version, sealed));
  }
  return derived;
}

import { joinedTries, noTries, type TriesSpent } from '@vigia/core/statistics';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Transaction } from '#platform/persistence/database.ts';

/** Tested data, as far as needed to find their family. */
export type TestedData = {
  /** Name of the symbol; null for a file that names none. */
  readonly symbol: string | null;
  readonly fingerprints: readonly number[];
  /** Time of the first candle, epoch milliseconds. */
  readonly fromMs: number;
};

/** A family of data of a user, with the tries on it. */
export type DataFamily = {
  readonly id: string;
  readonly symbols: readonly string[];
  readonly fingerprints: readonly number[];
  readonly spent: TriesSpent;
};

type FamilyRow = {
  readonly id: string;
  readonly symbols: string[];
  readonly prints: string[];
  readonly tries: number;
  readonly rules: number;
  readonly maxima: Uint8Array;
  readonly spent: Uint8Array;
};

const ownCopy = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const toFamily = ({ id, symbols, prints, tries, rules, maxima, spent }: FamilyRow): DataFamily => ({
  id,
  symbols,
  fingerprints: prints.map(Number),
  spent: { tries, rules, maxima: new Float64Array(ownCopy(maxima)), spent: new Uint8Array(ownCopy(spent)) },
});

/**
 * Serializes the verdicts of a user until the end of the transaction, so that two tests never spend the same part of a
 * budget.
 */
export async function lockDataFamilies(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'dataFamilies', userId);
}

/**
 * Finds the family of tested data: the same symbol or a common fingerprint (a hash of consecutive returns, see
 * fingerprints.ts).
 * Data that begin after the last try on a family did not exist then and belong to a new family. Families that contain
 * the same data are joined.
 * @param newId id of the family if it is new
 */
export async function findFamily(
  tx: Transaction,
  userId: string,
  { symbol, fingerprints, fromMs }: TestedData,
  newId: string,
): Promise<DataFamily> {
  const rows = await tx<FamilyRow[]>`
    SELECT id, symbols, prints, tries, rules, maxima, spent FROM data_families
    WHERE user_id = ${userId} AND last_tried_at > ${new Date(fromMs)}
      AND (${symbol}::text = ANY(symbols) OR prints && ${[...fingerprints]}::bigint[])
    ORDER BY created_at, id`;
  const [first = { id: newId, symbols: [], fingerprints: [], spent: noTries() }, ...others] = rows.map(toFamily);
  for (const { id } of others) await tx`DELETE FROM data_families WHERE id = ${id} AND user_id = ${userId}`;
  return {
    id: first.id,
    symbols: distinct([
      ...first.symbols,
      ...others.flatMap((one) => one.symbols),
      ...(symbol === null ? [] : [symbol]),
    ]),
    fingerprints: distinct([...first.fingerprints, ...others.flatMap((one) => one.fingerprints), ...fingerprints]),
    spent: others.map(({ spent }) => spent).reduce(joinedTries, first.spent),
  };
}

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Stores the tries on a family. */
export async function saveFamily(
  tx: Transaction,
  userId: string,
  { id, symbols, fingerprints, spent }: DataFamily,
  nowMs: number,
): Promise<void> {
  const now = new Date(nowMs);
  await tx`
    INSERT INTO data_families
      (id, user_id, symbols, prints, tries, rules, maxima, spent, created_at, last_tried_at)
    VALUES (${id}, ${userId}, ${[...symbols]}::text[], ${[...fingerprints]}::bigint[], ${spent.tries}, ${spent.rules},
            ${bytesOf(spent.maxima)}, ${bytesOf(spent.spent)}, ${now}, ${now})
    ON CONFLICT (id) DO UPDATE SET symbols = EXCLUDED.symbols, prints = EXCLUDED.prints, tries = EXCLUDED.tries,
      rules = EXCLUDED.rules, maxima = EXCLUDED.maxima, spent = EXCLUDED.spent,
      last_tried_at = EXCLUDED.last_tried_at`;
}

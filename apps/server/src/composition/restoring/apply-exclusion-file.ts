import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { type ExclusionFileContent, personHash } from '#platform/standing/exclusion-file.ts';
import type { RestoreEffectCounter } from './effects.ts';

type Owned = { user_id: string }[];

/** Deletes the user accounts that are recorded as deleted in the file of a data folder. */
export async function applyDeletionsFromFile(
  tx: Transaction,
  keyedHash: KeyedHash,
  { entries }: ExclusionFileContent,
  effects: RestoreEffectCounter,
): Promise<void> {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === 'account_deleted' ? [entry.person] : [])));
  if (gone.size === 0) return;
  const users = await tx<{ id: string }[]>`SELECT id FROM auth_users`;
  const ids = users.flatMap(({ id }) => (gone.has(personHash(keyedHash, id)) ? [id] : []));
  effects.add(
    'accountsDeletedAgain',
    await tx<Owned>`DELETE FROM auth_users WHERE id = ANY(${ids}) RETURNING id AS user_id`,
  );
}

/** Applies the self-exclusions in the file that are longer than those in the database. */
export async function applyExclusionsFromFile(
  tx: Transaction,
  keyedHash: KeyedHash,
  { entries }: ExclusionFileContent,
  effects: RestoreEffectCounter,
): Promise<void> {
  const people = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind === 'address_excluded') await excludeAddress(tx, entry.address, textOf(entry.until));
    if (entry.kind === 'person_excluded')
      people.set(entry.person, later(people.get(entry.person), textOf(entry.until)));
  }
  if (people.size === 0) return;
  const users = await tx<{ id: string }[]>`SELECT id FROM auth_users`;
  for (const { id } of users) {
    const until = people.get(personHash(keyedHash, id));
    if (until === undefined) continue;
    effects.add(
      'exclusionsKept',
      await tx<Owned>`
        UPDATE user_settings SET self_excluded_until = ${until}::text::timestamptz
        WHERE user_id = ${id} AND coalesce(self_excluded_until, '-infinity') < ${until}::text::timestamptz
        RETURNING user_id`,
    );
  }
}

const textOf = (until: string | null): string => until ?? 'infinity';

/** Returns the later of two times as text. Texts of this form sort by time, and 'infinity' sorts after every digit. */
const later = (a: string | undefined, b: string): string => (a !== undefined && a > b ? a : b);

async function excludeAddress(tx: Transaction, address: string, until: string): Promise<void> {
  await tx`
    INSERT INTO self_excluded_addresses AS a (address_hash, excluded_until)
    VALUES (${Buffer.from(address, 'hex')}, ${until}::text::timestamptz)
    ON CONFLICT (address_hash) DO UPDATE SET excluded_until = greatest(a.excluded_until, excluded.excluded_until)`;
}

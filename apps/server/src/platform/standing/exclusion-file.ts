import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { KeyedHash } from '../crypto/keyed-hash.ts';
import type { Sql } from '../persistence/database.ts';
import { makeFolder } from '../persistence/make-folder.ts';

/*
 * Stores self-exclusions and deleted user accounts in a separate append-only file. A restore of an earlier backup reads
 * the file, so that an exclusion does not disappear and a deleted user account does not return. Users and e-mail
 * addresses are stored as keyed hashes.
 */

const Hash = z.hash('sha256');
/** ISO 8601, UTC; null if it is permanent. */
const Until = z.iso.datetime().nullable();
const Entry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('person_excluded'), person: Hash, until: Until }),
  z.strictObject({ kind: z.literal('address_excluded'), address: Hash, until: Until }),
  z.strictObject({ kind: z.literal('account_deleted'), person: Hash }),
]);
export type ExclusionFileEntry = z.infer<typeof Entry>;

/** The entries of the file, and the number of unreadable lines, such as a line that was truncated by a power loss. */
export type ExclusionFileContent = { readonly entries: readonly ExclusionFileEntry[]; readonly unreadable: number };

/** Returns the path of the file in a data folder. */
export const exclusionFilePath = (dataFolder: string): string => join(dataFolder, 'standing', 'exclusions.jsonl');

/**
 * Returns the hash that identifies a user in the file.
 * @param userId UUID
 */
export const personHash = (keyedHash: KeyedHash, userId: string): string =>
  keyedHash('standing-person', userId).toString('hex');

/** Reads the file. A missing file has no entries. */
export function readExclusionFile(dataFolder: string): ExclusionFileContent {
  const file = exclusionFilePath(dataFolder);
  if (!existsSync(file)) return { entries: [], unreadable: 0 };
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const entries = lines.flatMap((line) => parseLine(line) ?? []);
  return { entries, unreadable: lines.length - entries.length };
}

function parseLine(line: string): ExclusionFileEntry | null {
  try {
    return Entry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

type Excluded = { readonly hash: string; readonly until: string | null };

/** Appends entries to the file of a data folder. */
export class ExclusionFileWriter {
  readonly #dataFolder: string;
  readonly #keyedHash: KeyedHash;
  /** The lines in the file. Null until they are first needed. */
  #written: Set<string> | null = null;

  constructor(dataFolder: string, keyedHash: KeyedHash) {
    this.#dataFolder = dataFolder;
    this.#keyedHash = keyedHash;
  }

  /** Appends the active self-exclusions of the database that are missing in the file. */
  async copyExclusions(sql: Sql): Promise<void> {
    const people = await sql<{ id: string; until: string | null }[]>`
      SELECT user_id AS id, ${untilText(sql, 'self_excluded_until')} AS until FROM user_settings
      WHERE self_excluded_until > now()`;
    const addresses = await sql<Excluded[]>`
      SELECT encode(address_hash, 'hex') AS hash, ${untilText(sql, 'excluded_until')} AS until
      FROM self_excluded_addresses WHERE excluded_until > now()`;
    this.#append([
      ...people.map(({ id, until }) => ({
        kind: 'person_excluded' as const,
        person: personHash(this.#keyedHash, id),
        until,
      })),
      ...addresses.map(({ hash: address, until }) => ({ kind: 'address_excluded' as const, address, until })),
    ]);
  }

  recordDeletion(userId: string): void {
    this.#append([{ kind: 'account_deleted', person: personHash(this.#keyedHash, userId) }]);
  }

  #append(entries: readonly ExclusionFileEntry[]): void {
    this.#written ??= new Set(readExclusionFile(this.#dataFolder).entries.map((entry) => JSON.stringify(entry)));
    const written = this.#written;
    const lines = entries.map((entry) => JSON.stringify(entry)).filter((line) => !written.has(line));
    if (lines.length === 0) return;
    const file = exclusionFilePath(this.#dataFolder);
    makeFolder(dirname(file));
    // A line break comes first, because the last line may have been truncated.
    appendFileSync(file, `\n${lines.join('\n')}\n`, { mode: 0o600, flush: true });
    for (const line of lines) written.add(line);
  }
}

const untilText = (sql: Sql, column: string) => sql`
  to_char(nullif(${sql(column)}, 'infinity') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

import type { Sql } from '../persistence/database.ts';
import { StartupError } from '../startup-error.ts';
import type { Sealer } from './sealer.ts';

/** Key of the row in `installation` that only the correct master key can decrypt. */
const ROW = 'master_key_check';
const AAD = 'installation:master_key_check';

type Check = { readonly value: { readonly sealed: string } };

/**
 * Returns the encrypted check value of this database. Returns null until the first start has finished. It also works
 * before the first migration.
 */
export async function readKeyCheck(sql: Sql): Promise<Buffer | null> {
  const table = await sql<{ name: string | null }[]>`SELECT to_regclass('public.installation')::text AS name`;
  if (table[0]?.name == null) return null;
  const rows = await sql<Check[]>`SELECT value FROM installation WHERE key = ${ROW}`;
  return rows[0] ? Buffer.from(rows[0].value.sealed, 'base64') : null;
}

/**
 * Checks that the master key is the key of this database.
 * @throws StartupError if this database was encrypted under another key
 */
export function assertKeyFits(sealer: Sealer, mark: Buffer): void {
  try {
    sealer.open(mark, AAD);
  } catch (cause) {
    throw wrongKey(cause);
  }
}

export const wrongKey = (cause: unknown): StartupError =>
  new StartupError(
    'La clave maestra no es la de estos datos: recupera la clave con la que se crearon; los datos no se tocaron.',
    { cause },
  );

/** Stores the check value for later starts. */
export async function writeKeyCheck(sql: Sql, sealer: Sealer): Promise<void> {
  const sealed = sealer.seal(Buffer.from('vigia'), AAD).toString('base64');
  await sql`INSERT INTO installation (key, value) VALUES (${ROW}, ${sql.json({ sealed })}) ON CONFLICT (key) DO NOTHING`;
}

import webpush from 'web-push';
import type { PushKeys } from '#platform/config/push-keys.ts';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** Key of the row in `installation` with the key pair that signs push messages. */
const ROW = 'push_keys';
const AAD = 'installation:push_keys';

type Stored = { readonly public_key: string; readonly sealed: string };

/**
 * Returns the installation's own key pair for push messages (RFC 8292). The first call stores a new pair, its private
 * key encrypted; browsers subscribe with the public key, so later calls return the same pair.
 * @param subject address of the operator who is responsible for the messages, mailto: or https://
 */
export async function pushKeysOf(sql: Sql, sealer: Sealer, subject: string): Promise<PushKeys> {
  const stored = (await readStored(sql)) ?? (await storeNew(sql, sealer));
  const privateKey = sealer.open(Buffer.from(stored.sealed, 'base64'), AAD).toString();
  return { publicKey: stored.public_key, privateKey, subject };
}

async function readStored(sql: Sql): Promise<Stored | null> {
  const [row] = await sql<{ value: Stored }[]>`SELECT value FROM installation WHERE key = ${ROW}`;
  return row?.value ?? null;
}

/** Stores a new pair, unless another process has stored one in the meantime. */
async function storeNew(sql: Sql, sealer: Sealer): Promise<Stored> {
  const { publicKey, privateKey } = webpush.generateVAPIDKeys();
  const fresh: Stored = { public_key: publicKey, sealed: sealer.seal(Buffer.from(privateKey), AAD).toString('base64') };
  await sql`
    INSERT INTO installation (key, value) VALUES (${ROW}, ${sql.json(fresh)}) ON CONFLICT (key) DO NOTHING`;
  const stored = await readStored(sql);
  if (stored === null) throw new Error('the keys of push messages could not be kept');
  return stored;
}

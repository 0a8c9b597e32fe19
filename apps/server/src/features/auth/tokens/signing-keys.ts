import type { JsonWebKeys } from '@vigia/contract';
import { type Clock, type EpochMs, type IdSource, invariant, type MonotonicMs } from '@vigia/core/kernel';
import { type CryptoKey, errors, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { z } from 'zod';
import type { Sealer } from '#platform/crypto/sealer.ts';
import { lockInstallation } from '#platform/persistence/advisory-locks.ts';
import type { Database, Sql } from '#platform/persistence/database.ts';

/** Interval after which a process reads the keys from the database again. */
const RELOAD_AFTER_MS = 5 * 60_000;
/** Minimum interval between two reads of the keys because of tokens with an unknown key id. */
const RELOAD_MIN_GAP_MS = 5_000;
/**
 * Time for which a retired key is accepted: until the last token that a process may have signed with it has expired.
 */
const RETIRED_KEY_LIFE_MS = 60 * 60_000 + 2 * RELOAD_AFTER_MS;

type PublicJwk = JsonWebKeys['keys'][number];
type Key = { readonly kid: string; readonly publicJwk: PublicJwk; readonly publicKey: CryptoKey };
type KeyRing = { readonly keys: readonly Key[]; readonly current: SigningKey; readonly loadedMs: MonotonicMs };
type SigningKey = { readonly kid: string; readonly privateKey: CryptoKey };

/** The ES256 keys that sign access tokens. Private keys are stored encrypted. */
export interface SigningKeys {
  current(): Promise<SigningKey>;
  /** @throws JWKSNoMatchingKey for an unknown id, or the id of a key that is no longer accepted */
  publicKey(kid: string | undefined): Promise<CryptoKey>;
  /** Returns the public keys, for `/.well-known/jwks.json`. */
  jwks(): Promise<JsonWebKeys>;
  /** Creates a new key and signs with it from now on. Tokens of the previous key stay valid until they expire. */
  rotate(): Promise<void>;
}

type Deps = { readonly db: Database; readonly sealer: Sealer; readonly clock: Clock; readonly ids: IdSource };

export function createSigningKeys(deps: Deps): SigningKeys {
  let ring: KeyRing | null = null;
  let loading: Promise<KeyRing> | null = null;

  const reload = (): Promise<KeyRing> => {
    loading ??= loadRing(deps)
      .then((loaded) => {
        ring = loaded;
        return loaded;
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const ringWithin = (maxAgeMs: number): Promise<KeyRing> | KeyRing =>
    ring !== null && deps.clock.monotonicMs() - ring.loadedMs < maxAgeMs ? ring : reload();
  const find = (keys: readonly Key[], kid: string | undefined) => keys.find((key) => key.kid === kid);

  return {
    current: async () => (await ringWithin(RELOAD_AFTER_MS)).current,
    jwks: async () => ({ keys: (await ringWithin(RELOAD_AFTER_MS)).keys.map((key) => key.publicJwk) }),
    async publicKey(kid) {
      const known = find((await ringWithin(RELOAD_AFTER_MS)).keys, kid);
      const key = known ?? find((await ringWithin(RELOAD_MIN_GAP_MS)).keys, kid);
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key.publicKey;
    },
    async rotate() {
      await deps.db.transaction(async (tx) => {
        await tx`UPDATE auth_signing_keys SET retired_at = ${new Date(deps.clock.now())} WHERE retired_at IS NULL`;
        await insertKey(tx, deps);
      });
      await reload();
    },
  };
}

type Row = { kid: string; public_jwk: PublicJwk; private_sealed: Buffer; retired_at: Date | null };

async function loadRing(deps: Deps): Promise<KeyRing> {
  const loadedMs = deps.clock.monotonicMs();
  const rows = await liveRows(deps.db.sql, deps.clock.now());
  if (!rows.some((row) => row.retired_at === null)) {
    await makeFirstKey(deps);
    return loadRing(deps);
  }
  const keys = await Promise.all(rows.map(toKey));
  const newest = rows.find((row) => row.retired_at === null);
  invariant(newest !== undefined, 'a signing key is in force');
  return { keys, current: await unseal(newest, deps.sealer), loadedMs };
}

const liveRows = (sql: Sql, nowMs: EpochMs) => sql<Row[]>`
  SELECT kid, public_jwk, private_sealed, retired_at FROM auth_signing_keys
  WHERE retired_at IS NULL OR retired_at > ${new Date(nowMs - RETIRED_KEY_LIFE_MS)}
  ORDER BY created_at DESC, kid`;

/**
 * Creates the first key under a lock, so that processes that start together create only one key. Otherwise each of them
 * would at first refuse the tokens of the others.
 */
const makeFirstKey = (deps: Deps): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await lockInstallation(tx, 'firstSigningKey');
    const rows = await tx`SELECT 1 FROM auth_signing_keys WHERE retired_at IS NULL`;
    if (rows.length === 0) await insertKey(tx, deps);
  });

async function toKey(row: Row): Promise<Key> {
  return { kid: row.kid, publicJwk: row.public_jwk, publicKey: await asymmetric(row.public_jwk) };
}

const aadOf = (kid: string) => `auth_signing_keys.private_sealed:${kid}`;

const PrivateJwk = z.looseObject({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() });

async function unseal(row: Row, sealer: Sealer): Promise<SigningKey> {
  const jwk = PrivateJwk.parse(JSON.parse(sealer.open(row.private_sealed, aadOf(row.kid)).toString('utf8')));
  return { kid: row.kid, privateKey: await asymmetric(jwk) };
}

async function asymmetric(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'ES256');
  invariant(!(key instanceof Uint8Array), 'ES256 keys are asymmetric');
  return key;
}

async function insertKey(sql: Sql, { sealer, clock, ids }: Deps): Promise<void> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = ids.next();
  const { kty, crv, x, y } = await exportJWK(publicKey);
  invariant(kty === 'EC' && crv !== undefined && x !== undefined && y !== undefined, 'ES256 keys are EC keys');
  const publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  const sealed = sealer.seal(Buffer.from(JSON.stringify(await exportJWK(privateKey))), aadOf(kid));
  await sql`
    INSERT INTO auth_signing_keys (kid, algorithm, public_jwk, private_sealed, created_at)
    VALUES (${kid}, 'ES256', ${sql.json(publicJwk)}, ${sealed}, ${new Date(clock.now())})`;
}

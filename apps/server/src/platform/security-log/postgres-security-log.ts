import type { Clock } from '@vigia/core/kernel';
import { invariant } from '@vigia/core/kernel';
import type { KeyedHash } from '#platform/crypto/keyed-hash.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEntry, SecurityEvent, SecurityEventKind, SecurityLog } from './security-log.ts';

type Row = {
  readonly user_id: string;
  readonly seq: number;
  readonly at: Date;
  readonly kind: SecurityEventKind;
  readonly session_id: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly detail: SecurityEntry['detail'];
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
};

type Head = { readonly user_id: string; readonly seq: number; readonly hash: Buffer };

const GENESIS = Buffer.alloc(32);
const USER_AGENT_MAX_LENGTH = 300;
/** Largest value of the column `seq`. */
const LAST_SEQ = 2_147_483_647;

/**
 * Returns the text of an entry that is hashed. The keys of `detail` are sorted, because jsonb does not preserve their
 * order.
 */
const canonical = (entry: SecurityEntry): string =>
  JSON.stringify([
    entry.userId,
    entry.seq,
    entry.at.toISOString(),
    entry.kind,
    entry.sessionId,
    entry.ip,
    entry.userAgent,
    Object.entries(entry.detail).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);

/**
 * Creates the security log. The entries of each user form a chain: hash = HMAC(previous hash ‖ entry) under the key of
 * this installation.
 */
export function createSecurityLog(deps: { readonly clock: Clock; readonly keyedHash: KeyedHash }): SecurityLog {
  const sealOf = (previous: Buffer, entry: SecurityEntry) =>
    deps.keyedHash('security-log', Buffer.concat([previous, Buffer.from(canonical(entry))]));
  return {
    async append(tx, events) {
      for (const event of events) await appendOne(tx, event, new Date(deps.clock.now()), sealOf);
    },
    async read(sql, userId, { limit, before }) {
      const rows = await sql<Row[]>`
        SELECT * FROM security_log
        WHERE user_id = ${userId} AND seq < ${before ?? LAST_SEQ} ORDER BY seq DESC LIMIT ${limit}`;
      return rows.map(toEntry);
    },
    verify: (db) => db.transaction((tx) => verify(tx, sealOf), 'ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  };
}

type SealOf = (previous: Buffer, entry: SecurityEntry) => Buffer;

/**
 * Appends one entry. Locks the head of the chain until the caller commits, so that two entries of a user never get the
 * same number.
 */
async function appendOne(tx: Transaction, event: SecurityEvent, at: Date, sealOf: SealOf): Promise<void> {
  await tx`
    INSERT INTO security_log_heads (user_id, seq, hash) VALUES (${event.userId}, 0, ${GENESIS})
    ON CONFLICT (user_id) DO NOTHING`;
  const [head] = await tx<Head[]>`SELECT * FROM security_log_heads WHERE user_id = ${event.userId} FOR UPDATE`;
  invariant(head !== undefined, 'the head was just made');
  const userAgent = event.userAgent?.slice(0, USER_AGENT_MAX_LENGTH) ?? null;
  const entry = { ...event, userAgent, detail: event.detail ?? {}, seq: head.seq + 1, at };
  const hash = sealOf(head.hash, entry);
  await tx`
    INSERT INTO security_log (user_id, seq, at, kind, session_id, ip, user_agent, detail, previous_hash, hash)
    VALUES (${entry.userId}, ${entry.seq}, ${at}, ${entry.kind}, ${entry.sessionId}, ${entry.ip}, ${userAgent},
            ${tx.json(entry.detail)}, ${head.hash}, ${hash})`;
  await tx`UPDATE security_log_heads SET seq = ${entry.seq}, hash = ${hash} WHERE user_id = ${entry.userId}`;
}

const toEntry = (row: Row): SecurityEntry => ({
  userId: row.user_id,
  seq: row.seq,
  at: row.at,
  kind: row.kind,
  sessionId: row.session_id,
  ip: row.ip,
  userAgent: row.user_agent,
  detail: row.detail,
});

type Link = { readonly seq: number; readonly hash: Buffer };
type Break = { readonly userId: string; readonly seq: number };

const BATCH = 1_000;

async function verify(sql: Transaction, sealOf: SealOf): Promise<readonly Break[]> {
  const ends = new Map<string, Link>();
  const breaks = new Map<string, number>();
  const rows = sql<Row[]>`SELECT * FROM security_log ORDER BY user_id, seq`;
  for await (const batch of sql.cursor(rows, BATCH)) {
    for (const row of batch) {
      const before = ends.get(row.user_id) ?? { seq: 0, hash: GENESIS };
      const expected = sealOf(before.hash, toEntry(row));
      const fits = row.seq === before.seq + 1 && row.previous_hash.equals(before.hash) && row.hash.equals(expected);
      if (!fits && !breaks.has(row.user_id)) breaks.set(row.user_id, row.seq);
      ends.set(row.user_id, { seq: row.seq, hash: row.hash });
    }
  }
  for (const head of await sql<Head[]>`SELECT * FROM security_log_heads`) {
    const end = ends.get(head.user_id) ?? { seq: 0, hash: GENESIS };
    if ((end.seq !== head.seq || !end.hash.equals(head.hash)) && !breaks.has(head.user_id)) {
      breaks.set(head.user_id, Math.min(end.seq, head.seq) + 1);
    }
  }
  return [...breaks].map(([userId, seq]) => ({ userId, seq }));
}

import type { Sql } from '#platform/persistence/database.ts';

/** A mail one courier has taken; nobody else tries it before `CLAIM_MS` are over. */
export type ClaimedMail = {
  readonly id: string;
  readonly kind: string;
  readonly sealed: Buffer | null;
  /** This try included; also the fence: who comes back after another took the mail changes nothing. */
  readonly attempts: number;
  readonly expires_at: Date;
};

/** Longer than any server is waited for (`longestDialogueMs`). If the process dies meanwhile, the mail is due again after it. */
export const CLAIM_MS = 300_000;

/** Takes the mail that is due longest. One statement: no transaction is open while the mail server talks. */
export async function claimMail(sql: Sql, nowMs: number): Promise<ClaimedMail | null> {
  const [row] = await sql<ClaimedMail[]>`
    UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = ${new Date(nowMs + CLAIM_MS)}
    WHERE id = (
      SELECT id FROM mail_outbox WHERE state = 'waiting' AND next_attempt_at <= ${new Date(nowMs)}
      ORDER BY next_attempt_at, created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, kind, sealed, attempts, expires_at`;
  return row ?? null;
}

export async function markSent(sql: Sql, mail: ClaimedMail, nowMs: number, isKept: boolean): Promise<void> {
  await sql`
    UPDATE mail_outbox
    SET state = 'sent', sent_at = ${new Date(nowMs)}, last_error = NULL, sealed = CASE WHEN ${isKept} THEN sealed END
    WHERE id = ${mail.id} AND state = 'waiting'`;
}

export async function markFailed(sql: Sql, mail: ClaimedMail, reason: string): Promise<void> {
  await sql`
    UPDATE mail_outbox SET state = 'failed', last_error = ${reason}, sealed = NULL
    WHERE id = ${mail.id} AND state = 'waiting' AND attempts = ${mail.attempts}`;
}

export async function postpone(sql: Sql, mail: ClaimedMail, reason: string, untilMs: number): Promise<void> {
  await sql`
    UPDATE mail_outbox SET next_attempt_at = ${new Date(untilMs)}, last_error = ${reason}
    WHERE id = ${mail.id} AND state = 'waiting' AND attempts = ${mail.attempts}`;
}

export async function removeMail(sql: Sql, id: string): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE id = ${id}`;
}

/** How many mails wait, and how old the first of them is; 0 where none does. */
export async function readWaiting(
  sql: Sql,
  nowMs: number,
): Promise<{ readonly waiting: number; readonly oldestMs: number }> {
  const [row] = await sql<[{ waiting: number; oldest: Date | null }]>`
    SELECT count(*)::int AS waiting, min(created_at) AS oldest FROM mail_outbox WHERE state = 'waiting'`;
  return { waiting: row.waiting, oldestMs: Math.max(0, nowMs - (row.oldest?.getTime() ?? nowMs)) };
}

/** Forgets what was done before `beforeMs`, and of the rest all but the newest `most`. */
export async function forgetDone(sql: Sql, beforeMs: number, most: number): Promise<void> {
  await sql`
    DELETE FROM mail_outbox WHERE state <> 'waiting' AND (
      created_at < ${new Date(beforeMs)}
      OR id IN (SELECT id FROM mail_outbox WHERE state <> 'waiting' ORDER BY created_at DESC OFFSET ${most}))`;
}

/** What the local mailbox kept for showing has no business in an installation that sends its mails. */
export async function blankDone(sql: Sql): Promise<void> {
  await sql`UPDATE mail_outbox SET sealed = NULL WHERE state <> 'waiting' AND sealed IS NOT NULL`;
}

import { MAX_RETRY_WAIT_MS } from '#platform/outbox/outbox-worker.ts';
import type { WaitingCount } from '#platform/outbox/register-outbox-metrics.ts';
import type { Sql } from '#platform/persistence/database.ts';

/** A mail that one worker has claimed. It is due again after `CLAIM_MS`. */
export type ClaimedMail = {
  readonly id: string;
  readonly kind: string;
  readonly sealed: Buffer | null;
  /**
   * Number of attempts, including the one that starts now. It is also the fencing token: after a claim by another
   * worker, a late write changes no row.
   */
  readonly attempts: number;
  readonly expires_at: Date;
};

/**
 * Duration of a claim. It is longer than the longest dialogue with a mail server (`longestDeliveryMs`), so that a claim
 * cannot expire during its delivery.
 */
export const CLAIM_MS = 300_000;

/**
 * Claims the mail that has been due for the longest time. This is one statement, so that no transaction is open while
 * the mail server is busy.
 */
export async function claimMail(sql: Sql, nowMs: number): Promise<ClaimedMail | null> {
  const [row] = await sql<ClaimedMail[]>`
    UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = ${new Date(nowMs + CLAIM_MS)}
    WHERE id = (
      SELECT id FROM mail_outbox WHERE state = 'waiting'
        AND (next_attempt_at <= ${new Date(nowMs)} OR next_attempt_at > ${new Date(nowMs + MAX_RETRY_WAIT_MS)})
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

export async function postponeMail(sql: Sql, mail: ClaimedMail, reason: string, untilMs: number): Promise<void> {
  await sql`
    UPDATE mail_outbox SET next_attempt_at = ${new Date(untilMs)}, last_error = ${reason}
    WHERE id = ${mail.id} AND state = 'waiting' AND attempts = ${mail.attempts}`;
}

export async function deleteMail(sql: Sql, id: string): Promise<void> {
  await sql`DELETE FROM mail_outbox WHERE id = ${id}`;
}

/** Returns the number of waiting mails and the creation time of the oldest one. */
export async function readWaiting(sql: Sql): Promise<WaitingCount> {
  const [row] = await sql<[WaitingCount]>`
    SELECT count(*)::int AS waiting, min(created_at) AS oldest FROM mail_outbox WHERE state = 'waiting'`;
  return row;
}

/** Deletes sent and failed mails that were written before `beforeMs`. Of the others it keeps only the newest `most`. */
export async function deleteFinishedMails(sql: Sql, beforeMs: number, most: number): Promise<void> {
  await sql`
    DELETE FROM mail_outbox WHERE state <> 'waiting' AND (
      created_at < ${new Date(beforeMs)}
      OR id IN (SELECT id FROM mail_outbox WHERE state <> 'waiting' ORDER BY created_at DESC OFFSET ${most}))`;
}

/** Deletes the texts that a local mailbox kept for display. An installation that sends mails must not keep them. */
export async function deleteFinishedTexts(sql: Sql): Promise<void> {
  await sql`UPDATE mail_outbox SET sealed = NULL WHERE state <> 'waiting' AND sealed IS NOT NULL`;
}

import type { ChangeWithUndoLink } from '@vigia/contract';
import type { EpochMs } from '@vigia/core/kernel';
import type { Sql, Transaction } from '#platform/persistence/database.ts';
import { tokenHash } from '../one-time-tokens/one-time-token.ts';

/** Lifetime of a link 'No fui yo'. It is long, because an owner may read the mail late. */
const UNDO_LINK_LIFE_MS = 7 * 24 * 60 * 60_000;

/** A link 'No fui yo' with the changes that it undoes. Apart from those, every link ends all access. */
export type UndoLink = {
  readonly userId: string;
  readonly change: ChangeWithUndoLink;
  /** The address to which the mail with the link was sent. */
  readonly sentTo: string;
  /** Id of the new second factor that the mail reports; null if it reports none. */
  readonly factorId: string | null;
  /** True if `sentTo` was the address of the account until this change. */
  readonly restoresAddress: boolean;
};

type Row = {
  readonly user_id: string;
  readonly change: ChangeWithUndoLink;
  readonly sent_to: string;
  readonly factor_id: string | null;
  readonly restores_address: boolean;
  readonly created_at: Date;
};

/** Stores a link, and deletes the user's expired links. */
export async function insertUndoLink(tx: Transaction, token: string, link: UndoLink, nowMs: EpochMs): Promise<void> {
  const { userId, change, sentTo, factorId, restoresAddress } = link;
  const now = new Date(nowMs);
  await tx`DELETE FROM security_undo_links WHERE user_id = ${userId} AND expires_at <= ${now}`;
  await tx`
    INSERT INTO security_undo_links (token_hash, user_id, change, sent_to, factor_id, restores_address, created_at,
                                     expires_at)
    VALUES (${tokenHash(token)}, ${userId}, ${change}, ${sentTo}, ${factorId}, ${restoresAddress}, ${now},
            ${new Date(nowMs + UNDO_LINK_LIFE_MS)})`;
}

/** Returns the user of a link; null if the link is unknown. */
export async function findUndoOwner(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    SELECT user_id FROM security_undo_links WHERE token_hash = ${tokenHash(token)}`;
  return row?.user_id ?? null;
}

/** A link that was just consumed. */
export type ConsumedUndoLink = UndoLink & { readonly sentAt: Date };

/** Consumes a link; null if it is unknown, already used, or expired. The caller has locked the user's row. */
export async function consumeUndoLink(
  tx: Transaction,
  token: string,
  nowMs: EpochMs,
): Promise<ConsumedUndoLink | null> {
  const [row] = await tx<Row[]>`
    DELETE FROM security_undo_links WHERE token_hash = ${tokenHash(token)} AND expires_at > ${new Date(nowMs)}
    RETURNING *`;
  if (row === undefined) return null;
  return {
    userId: row.user_id,
    change: row.change,
    sentTo: row.sent_to,
    factorId: row.factor_id,
    restoresAddress: row.restores_address,
    sentAt: row.created_at,
  };
}

/**
 * Deletes the user's links that were mailed to other addresses at the same time or later. They belong to the change
 * that was just undone or to later ones, and must not reverse the undo.
 */
export async function deleteLaterUndoLinks(
  tx: Transaction,
  { userId, sentTo, sentAt }: Pick<ConsumedUndoLink, 'userId' | 'sentTo' | 'sentAt'>,
): Promise<void> {
  await tx`
    DELETE FROM security_undo_links
    WHERE user_id = ${userId} AND sent_to <> ${sentTo} AND created_at >= ${sentAt}`;
}

import type { OwnTag, TradeNote, TradeNoteBody } from '@vigia/contract';
import type { Sql } from '#platform/persistence/database.ts';

type NoteRow = { readonly text: string; readonly tags: readonly string[]; readonly updated_at: Date | null };

/** Returns the note on a trade, empty if there is none; null if the user has no such trade. */
export async function findNote(sql: Sql, userId: string, tradeId: string): Promise<TradeNote | null> {
  const rows = await sql<NoteRow[]>`
    SELECT coalesce(n.text, '') AS text, coalesce(n.tags, '{}') AS tags, n.updated_at
    FROM trades t LEFT JOIN trade_notes n ON n.trade_id = t.id WHERE t.id = ${tradeId} AND t.user_id = ${userId}`;
  return rows[0] ? toNote(rows[0]) : null;
}

/** Writes the note on a trade in place of an earlier one. Returns null if the user has no such trade. */
export async function putNote(
  sql: Sql,
  { userId, tradeId }: { readonly userId: string; readonly tradeId: string },
  { text, tags }: TradeNoteBody,
  nowMs: number,
): Promise<TradeNote | null> {
  const rows = await sql<NoteRow[]>`
    INSERT INTO trade_notes (trade_id, user_id, text, tags, updated_at)
    SELECT id, user_id, ${text}, ${tags}::text[], ${new Date(nowMs)}
    FROM trades WHERE id = ${tradeId} AND user_id = ${userId}
    ON CONFLICT (trade_id) DO UPDATE
      SET text = excluded.text, tags = excluded.tags, updated_at = excluded.updated_at
    RETURNING text, tags, updated_at`;
  return rows[0] ? toNote(rows[0]) : null;
}

/** Deletes the note on a trade of this user. */
export async function removeNote(sql: Sql, userId: string, tradeId: string): Promise<void> {
  await sql`DELETE FROM trade_notes WHERE trade_id = ${tradeId} AND user_id = ${userId}`;
}

/** Returns the tags of a user, the most used first. */
export const findTags = (sql: Sql, userId: string): Promise<OwnTag[]> => sql<OwnTag[]>`
  SELECT tag, count(*)::int AS trades FROM trade_notes, unnest(tags) AS tag
  WHERE user_id = ${userId} GROUP BY tag ORDER BY trades DESC, tag LIMIT 200`;

const toNote = ({ text, tags, updated_at }: NoteRow): TradeNote => ({
  text,
  tags: [...tags],
  updated_at: updated_at?.toISOString() ?? null,
});

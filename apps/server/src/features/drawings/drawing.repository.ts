import type { DrawingBody, DrawingShape, DrawingView } from '@vigia/contract';
import { invariant } from '@vigia/core/kernel';
import { lockSubject } from '#platform/persistence/advisory-locks.ts';
import type { Sql, Transaction } from '#platform/persistence/database.ts';

type DrawingRow = {
  readonly id: string;
  readonly symbol: string;
  readonly kind: DrawingShape['kind'];
  readonly from_time: Date | null;
  readonly from_price: number;
  readonly to_time: Date | null;
  readonly to_price: number | null;
  readonly words: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** Locks the drawings of a user until the transaction ends, so that concurrent additions cannot exceed the limits. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await lockSubject(tx, 'drawings', userId);
}

/** Counts the user's other drawings: those on this asset, and those on all assets. */
export async function countOtherDrawings(
  tx: Transaction,
  userId: string,
  { id, symbol }: { readonly id: string; readonly symbol: string },
): Promise<{ readonly onAsset: number; readonly inAll: number }> {
  const [row] = await tx<[{ onAsset: number; inAll: number }]>`
    SELECT count(*) FILTER (WHERE symbol = ${symbol})::int AS "onAsset", count(*)::int AS "inAll"
    FROM drawings WHERE user_id = ${userId} AND id <> ${id}`;
  return row;
}

/** Returns a user's drawings on an asset, the oldest first. */
export async function findDrawingsOn(sql: Sql, userId: string, symbol: string): Promise<DrawingView[]> {
  const rows = await sql<DrawingRow[]>`
    SELECT * FROM drawings WHERE user_id = ${userId} AND symbol = ${symbol} ORDER BY created_at, id`;
  return rows.map(toView);
}

/** Inserts or changes a drawing. Returns null if another user has this id. */
export async function putDrawing(
  tx: Transaction,
  { id, userId }: { readonly id: string; readonly userId: string },
  { symbol, shape }: DrawingBody,
  nowMs: number,
): Promise<DrawingView | null> {
  const now = new Date(nowMs);
  const { kind, fromTime, fromPrice, toTime, toPrice, words } = columnsOf(shape);
  const [row] = await tx<DrawingRow[]>`
    INSERT INTO drawings AS d (id, user_id, symbol, kind, from_time, from_price, to_time, to_price, words, created_at,
                               updated_at)
    VALUES (${id}, ${userId}, ${symbol}, ${kind}, ${fromTime}, ${fromPrice}, ${toTime}, ${toPrice}, ${words}, ${now},
            ${now})
    ON CONFLICT (id) DO UPDATE SET symbol = excluded.symbol, kind = excluded.kind, from_time = excluded.from_time,
      from_price = excluded.from_price, to_time = excluded.to_time, to_price = excluded.to_price,
      words = excluded.words, updated_at = excluded.updated_at
    WHERE d.user_id = excluded.user_id
    RETURNING *`;
  return row ? toView(row) : null;
}

/**
 * Deletes a drawing.
 * @returns false if the user has no such drawing
 */
export async function removeDrawing(sql: Sql, userId: string, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM drawings WHERE id = ${id} AND user_id = ${userId}`;
  return count > 0;
}

function columnsOf(shape: DrawingShape) {
  const { kind } = shape;
  const none = { toTime: null, toPrice: null, words: null };
  if (kind === 'horizontal_line') return { ...none, kind, fromTime: null, fromPrice: shape.price };
  if (kind === 'text') {
    const { at, text } = shape;
    return { ...none, kind, fromTime: new Date(at.time), fromPrice: at.price, words: text };
  }
  const { from, to } = shape;
  const start = { kind, fromTime: new Date(from.time), fromPrice: from.price };
  return { ...none, ...start, toTime: new Date(to.time), toPrice: to.price };
}

function shapeOf({ kind, from_time, from_price, to_time, to_price, words }: DrawingRow): DrawingShape {
  if (kind === 'horizontal_line') return { kind, price: from_price };
  if (kind === 'text') {
    invariant(from_time !== null && words !== null, 'the table keeps the place and the words of a text');
    return { kind, at: { time: from_time.toISOString(), price: from_price }, text: words };
  }
  invariant(from_time !== null && to_time !== null && to_price !== null, 'the table keeps both ends');
  return {
    kind,
    from: { time: from_time.toISOString(), price: from_price },
    to: { time: to_time.toISOString(), price: to_price },
  };
}

const toView = (row: DrawingRow): DrawingView => ({
  id: row.id,
  symbol: row.symbol,
  shape: shapeOf(row),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

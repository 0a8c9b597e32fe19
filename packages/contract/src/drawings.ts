import { z } from 'zod';
import { AssetSymbol, Instant, storedTextSchema } from './common.ts';

/** Largest number of drawings that a user may have on one asset. */
export const DRAWINGS_PER_ASSET = 50;
/** Largest number of drawings that a user may have on all assets. */
export const DRAWINGS_PER_PERSON = 1_000;
/** Largest number of characters of a text on the chart. */
export const DRAWN_TEXT_LENGTH = 80;

const Price = z.number().min(-1e9).max(1e9);
/** Schema of the time of a drawing, limited to a range that every database and browser supports. */
const DrawnTime = Instant.refine((time) => time >= '1970' && time < '2100', 'La hora queda fuera de todo gráfico.');

/** A point on the chart of an asset. It is independent of the timeframe, because it has a time and a price. */
export const Anchor = z.strictObject({ time: DrawnTime, price: Price });
export type Anchor = z.infer<typeof Anchor>;

const TO = { time: '2026-11-21T16:00:00.000Z', price: 1.08571 };

/**
 * Shape of a drawing: a line, ray, rectangle or Fibonacci retracement with two points, a text with one, or a level with
 * only a price. A ray goes from its first point through the second. A retracement gives back the move between them.
 */
export const DrawingShape = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('horizontal_line'), price: Price }),
    z.strictObject({ kind: z.literal('trend_line'), from: Anchor, to: Anchor }),
    z.strictObject({ kind: z.literal('ray'), from: Anchor, to: Anchor }),
    z.strictObject({ kind: z.literal('rectangle'), from: Anchor, to: Anchor }),
    z.strictObject({ kind: z.literal('fibonacci'), from: Anchor, to: Anchor }),
    z.strictObject({
      kind: z.literal('text'),
      at: Anchor,
      text: storedTextSchema('line').min(1).max(DRAWN_TEXT_LENGTH),
    }),
  ])
  .meta({
    examples: [
      { kind: 'horizontal_line', price: 1.0854 },
      { kind: 'trend_line', from: { time: '2026-11-21T14:30:00.000Z', price: 1.0854 }, to: TO },
      { kind: 'text', at: TO, text: 'Techo de ayer' },
    ],
  });
export type DrawingShape = z.infer<typeof DrawingShape>;

export const DrawingParams = z.object({ id: z.uuid() });
export const DrawingsQuery = z.object({ symbol: AssetSymbol });

/**
 * Body of `PUT /api/v1/drawings/{id}`: a drawing. The client generates the id, so that a repeated request creates no
 * second drawing.
 */
export const DrawingBody = z.strictObject({ symbol: AssetSymbol, shape: DrawingShape });
export type DrawingBody = z.infer<typeof DrawingBody>;

/** A user's drawing. It belongs to an asset and is visible for every price source. */
export const DrawingView = z.object({
  id: z.uuid(),
  symbol: AssetSymbol,
  shape: DrawingShape,
  created_at: Instant,
  updated_at: Instant,
});
export type DrawingView = z.infer<typeof DrawingView>;

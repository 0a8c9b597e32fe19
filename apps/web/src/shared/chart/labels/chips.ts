import { formatCountdown } from '#shared/lib/format.ts';
import { chartMessages } from '../messages.es.ts';
import { type Box, clamp, type Point } from './box.ts';
import { LABEL_PAD_PX, LABEL_PRIORITY, type LabelPlot } from './label-scene.ts';
import type { WantedLabel } from './place-labels.ts';
import type { ChipLine, TradeGroup } from './trade-groups.ts';

/** A line of text in a chip. The countdown has no direction. */
export type ChipText = { readonly text: string; readonly direction: ChipLine['direction'] | null };

/** A chip to draw: its rows, and a leader line from the chip to the entry price of each trade. */
export type PlacedChip = {
  readonly group: TradeGroup;
  readonly box: Box;
  readonly rows: readonly (readonly ChipText[])[];
  readonly leaders: readonly { readonly price: number; readonly from: Point; readonly to: Point }[];
};

type ChipShape = { readonly rows: PlacedChip['rows']; readonly width: number; readonly height: number };

const ROW_PX = 16;
const EDGE_PX = 3;
/** Length in pixels of the leader lines, from the left edge of the chip to the entry prices. */
const LEADER_PX = 9;
/** Distance in pixels between two heights that are tried for a chip. */
const STEP_PX = 6;

/** Returns the chip of a group of trades, with its possible boxes at the right edge of the plot. */
export function wantedChip(group: TradeGroup, rank: number, plot: LabelPlot): WantedLabel {
  const { width, height } = shapeOf(group, plot);
  const left = plot.width - width - EDGE_PX;
  const ys = group.trades.map(({ entryPrice }) => plot.y(entryPrice));
  const middle = ys.reduce((sum, y) => sum + y, 0) / ys.length;
  const lowest = plot.height - height - EDGE_PX;
  const best = Math.round(clamp(middle - height / 2, EDGE_PX, lowest));
  return {
    id: chipId(group),
    priority: LABEL_PRIORITY.chip - rank,
    places: heightsAround(best, EDGE_PX, lowest).map((top) => ({ left, top, width, height })),
  };
}

export const chipId = ({ id }: TradeGroup): string => `chip ${id}`;

/** Returns the heights between two limits, nearest to the best one first. */
function heightsAround(best: number, low: number, high: number): number[] {
  const heights = [best];
  for (let away = STEP_PX; best - away >= low || best + away <= high; away += STEP_PX) {
    if (best - away >= low) heights.push(best - away);
    if (best + away <= high) heights.push(best + away);
  }
  return heights;
}

/** Returns the chip as it is drawn in its box. */
export function placedChip(group: TradeGroup, box: Box, plot: LabelPlot): PlacedChip {
  const from = { x: box.left, y: box.top + box.height / 2 };
  const prices = new Set(group.trades.map(({ entryPrice }) => entryPrice));
  return {
    group,
    box,
    rows: shapeOf(group, plot).rows,
    leaders: [...prices].map((price) => ({ price, from, to: { x: box.left - LEADER_PX, y: plot.y(price) } })),
  };
}

/**
 * Returns the rows and the size of a chip: one row such as `2 × CALL $10 · 03:55` if it fits between the last candle
 * and the price axis, or else a row for each line and one for the countdown.
 */
function shapeOf({ lines, expiryMs }: TradeGroup, plot: LabelPlot): ChipShape {
  const countdown = { text: countdownText(expiryMs - plot.nowMs), direction: null };
  const [only, ...others] = lines;
  const room = plot.width - plot.candles.lastRightPx - LEADER_PX - 2 * EDGE_PX;
  if (only && others.length === 0) {
    const row = [only, { ...countdown, text: ` · ${countdown.text}` }];
    const shape = sized([row], plot);
    if (shape.width <= room) return shape;
  }
  return sized([...lines.map((line) => [line]), [countdown]], plot);
}

function sized(rows: PlacedChip['rows'], { textWidth }: LabelPlot): ChipShape {
  const widths = rows.map((row) => row.reduce((sum, { text }) => sum + textWidth(text), 0));
  return { rows, width: Math.ceil(Math.max(...widths)) + 2 * LABEL_PAD_PX, height: rows.length * ROW_PX + 6 };
}

const countdownText = (leftMs: number): string => (leftMs > 0 ? formatCountdown(leftMs) : chartMessages.settling);

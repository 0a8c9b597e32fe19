import type { ZoneMark } from '../marks/zone-marks.ts';
import { type Box, clamp } from './box.ts';
import { LABEL_HEIGHT_PX, LABEL_PAD_PX, LABEL_PRIORITY, type LabelPlot } from './label-scene.ts';
import type { WantedLabel } from './place-labels.ts';

const EDGE_PX = 2;
const GAP_PX = 4;
/** Numbers of rows by which a label moves away from its run if a place closer to it is taken. */
const ROWS = [0, 1, 2] as const;
/** Distance in pixels between the run of candles and its bracket. */
export const BRACKET_GAP_PX = 8;

export const zoneId = ({ id }: ZoneMark): string => `zone ${id}`;

/**
 * Returns the label of a zone with its possible boxes: at the left end of the zone outside or inside its band, or at
 * its right end. Boxes that cover no candle come first. Returns null for an ended zone and for one out of view.
 */
export function wantedZoneLabel(zone: ZoneMark, rank: number, plot: LabelPlot): WantedLabel | null {
  const [top, bottom] = [plot.y(zone.wide.high), plot.y(zone.wide.low)];
  const start = plot.x(zone.run.fromMs);
  if (zone.endedMs !== null || start > plot.width || bottom < 0 || top > plot.height) return null;
  const width = Math.ceil(plot.textWidth(zone.label)) + 2 * LABEL_PAD_PX;
  const leftEnd = clamp(Math.round(start), EDGE_PX, plot.width);
  const rightEnd = plot.width - width - EDGE_PX;
  const at = (left: number, boxTop: number): Box => ({
    left,
    top: Math.round(clamp(boxTop, EDGE_PX, plot.height - LABEL_HEIGHT_PX - EDGE_PX)),
    width,
    height: LABEL_HEIGHT_PX,
  });
  const outward = zone.direction === 'CALL' ? 1 : -1;
  const run = besideRun(zone, plot);
  const [above, below] = [top - LABEL_HEIGHT_PX - GAP_PX, bottom + GAP_PX];
  const [outside, opposite] = outward > 0 ? [below, above] : [above, below];
  const heights = [outside, (top + bottom - LABEL_HEIGHT_PX) / 2, opposite];
  const places = [
    ...ROWS.map((row) => at(leftEnd, run + outward * row * (LABEL_HEIGHT_PX + GAP_PX))),
    ...heights.map((height) => at(leftEnd, height)),
    ...heights.map((height) => at(rightEnd, height)),
  ];
  return { id: zoneId(zone), priority: LABEL_PRIORITY.zone - rank, places: uncoveringFirst(places, plot) };
}

/** Returns the top of a label beyond the bracket of the run. */
function besideRun({ direction, run }: ZoneMark, { y }: LabelPlot): number {
  const away = BRACKET_GAP_PX + GAP_PX + EDGE_PX;
  return direction === 'CALL' ? y(run.low) + away : y(run.high) - away - LABEL_HEIGHT_PX;
}

function uncoveringFirst(places: readonly Box[], { candles }: LabelPlot): Box[] {
  const [free, covering]: [Box[], Box[]] = [[], []];
  for (const place of places) {
    const span = candles.spanOf(place.left, place.left + place.width);
    const covers = span !== null && place.top < span.bottom && span.top < place.top + place.height;
    (covers ? covering : free).push(place);
  }
  return [...free, ...covering];
}

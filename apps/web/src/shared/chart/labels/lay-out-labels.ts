import type { ChartGap } from '@vigia/core/candles';
import { gapText } from '../marks/gap-text.ts';
import type { ResultMark } from '../marks/trade-marks.ts';
import type { ZoneMark } from '../marks/zone-marks.ts';
import { type Box, clamp } from './box.ts';
import { chipId, type PlacedChip, placedChip, wantedChip } from './chips.ts';
import { LABEL_HEIGHT_PX, LABEL_PAD_PX, LABEL_PRIORITY, type LabelledItems, type LabelPlot } from './label-scene.ts';
import { placeLabels, type WantedLabel } from './place-labels.ts';
import { type PlacedSignal, placedSignals, resultId, wantedBadge } from './result-badges.ts';
import { wantedZoneLabel, zoneId } from './zone-labels.ts';

/** All labels of the chart with their boxes. A label for which there is no room is absent. */
export type LabelLayout = {
  readonly chips: readonly PlacedChip[];
  readonly results: readonly { readonly result: ResultMark; readonly box: Box }[];
  readonly signals: readonly PlacedSignal[];
  readonly zones: readonly { readonly zone: ZoneMark; readonly box: Box }[];
  readonly gaps: readonly { readonly gap: ChartGap; readonly text: string; readonly box: Box }[];
};

const GAP_TOP_PX = 40;

/**
 * Lays out the labels of the chart. No two labels overlap. None lies outside the plot, on one of the last candles or on
 * a control. Open trades come first, then results, active zones and gaps. The times and prices of marks never move.
 */
export function layOutLabels(labelled: LabelledItems, plot: LabelPlot): LabelLayout {
  const { groups, results, zones, gaps } = labelled;
  const signals = placedSignals(labelled.signals, plot);
  const wanted = [
    ...groups.map((group, rank) => wantedChip(group, rank, plot)),
    ...results.map((result, rank) => wantedBadge(result, rank, plot)),
    ...newestFirst(zones).map((zone, rank) => wantedZoneLabel(zone, rank, plot)),
    ...gaps.map((gap, rank) => wantedGapLabel(gap, rank, plot)),
  ].filter((label) => label !== null);
  const placed = placeLabels(wanted, {
    plot: { left: 0, top: 0, width: plot.width, height: plot.height },
    forbidden: [...plot.controls, ...plot.candles.recent, ...signals.map(({ box }) => box)],
  });
  const boxed = <Item, Made>(
    items: readonly Item[],
    idOf: (item: Item) => string,
    made: (item: Item, box: Box) => Made,
  ) =>
    items.flatMap((item) => {
      const box = placed.get(idOf(item));
      return box ? [made(item, box)] : [];
    });
  return {
    chips: boxed(groups, chipId, (group, box) => placedChip(group, box, plot)),
    results: boxed(results, resultId, (result, box) => ({ result, box })),
    signals,
    zones: boxed(zones, zoneId, (zone, box) => ({ zone, box })),
    gaps: boxed(gaps, gapId, (gap, box) => ({ gap, text: gapText(gap), box })),
  };
}

const newestFirst = (zones: readonly ZoneMark[]): ZoneMark[] => zones.toSorted((a, b) => b.run.fromMs - a.run.fromMs);

const gapId = ({ from }: ChartGap): string => `gap ${from}`;

/** Returns the label of a gap, centred at the top of its line. Null if the gap is out of view. */
function wantedGapLabel(gap: ChartGap, rank: number, plot: LabelPlot): WantedLabel | null {
  const x = plot.x(gap.from * 1_000);
  if (x < 0 || x > plot.width) return null;
  const width = Math.ceil(plot.textWidth(gapText(gap))) + 2 * LABEL_PAD_PX;
  const left = Math.round(clamp(x - width / 2, 2, plot.width - width - 2));
  return {
    id: gapId(gap),
    priority: LABEL_PRIORITY.gap - rank,
    places: [{ left, top: GAP_TOP_PX, width, height: LABEL_HEIGHT_PX }],
  };
}

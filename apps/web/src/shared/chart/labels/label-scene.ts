import type { ChartGap } from '@vigia/core/candles';
import type { ResultMark, SignalMark } from '../marks/trade-marks.ts';
import type { ZoneMark } from '../marks/zone-marks.ts';
import type { Box } from './box.ts';
import type { CandleBoxes } from './candle-boxes.ts';
import type { TradeGroup } from './trade-groups.ts';

/** The visible part of the chart: its size in pixels, the mapping to pixels, and what labels must not cover. */
export type LabelPlot = {
  readonly width: number;
  readonly height: number;
  readonly nowMs: number;
  readonly x: (timeMs: number) => number;
  readonly y: (price: number) => number;
  readonly candles: CandleBoxes;
  /** The areas that buttons and the legend cover. */
  readonly controls: readonly Box[];
  /** Returns the width of a text in the font of the labels, in pixels. */
  readonly textWidth: (text: string) => number;
};

/** Everything with a label on the chart. */
export type LabelledItems = {
  readonly groups: readonly TradeGroup[];
  readonly results: readonly ResultMark[];
  readonly signals: readonly SignalMark[];
  readonly zones: readonly ZoneMark[];
  readonly gaps: readonly ChartGap[];
};

export const LABEL_HEIGHT_PX = 20;
/** Space in pixels between the edge of a label and its text, on each side. */
export const LABEL_PAD_PX = 8;

/** Priorities of the kinds of labels. Labels of one kind have different priorities below the next kind. */
export const LABEL_PRIORITY = { chip: 4_000, result: 3_000, zone: 2_000, gap: 1_000 } as const;

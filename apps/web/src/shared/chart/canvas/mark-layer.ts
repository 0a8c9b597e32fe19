import type { Chart, IndicatorDrawParams } from 'klinecharts';
import type { LabelLayout } from '../labels/lay-out-labels.ts';
import { type TradeGroup, tradeGroups } from '../labels/trade-groups.ts';
import { type ChartMarks, NO_MARKS } from '../marks/chart-marks.ts';
import { MARKS } from './create-chart.ts';
import { showEntryPrices } from './entry-tag.ts';
import { type MarkScene, paintMarks } from './paint-marks.ts';
import type { Palette } from './palette.ts';

type Params = IndicatorDrawParams<unknown, unknown, unknown>;

type MarkSurroundings = {
  readonly paneId: string;
  /** Returns everything that a frame needs besides the marks. */
  readonly scene: () => Omit<MarkScene, 'marks' | 'groups'>;
  /** Called before each frame. */
  readonly beforeFrame: (params: Params) => void;
  /** Called after each frame with the boxes of the labels. */
  readonly onFrame: (layout: LabelLayout | null) => void;
};

/** Draws the marks of a chart over its candles, in every frame of the chart library. */
export class MarkLayer {
  readonly #chart: Chart;
  readonly #paneId: string;
  #marks: ChartMarks = NO_MARKS;
  #groups: readonly TradeGroup[] = [];
  #version = 0;

  constructor(chart: Chart, { paneId, scene, beforeFrame, onFrame }: MarkSurroundings) {
    this.#chart = chart;
    this.#paneId = paneId;
    chart.createIndicator(
      {
        name: MARKS,
        paneId,
        // The marks are drawn above the indicator lines, because the lines would cross the texts of the marks.
        zLevel: 1,
        draw: (params) => {
          beforeFrame(params);
          onFrame(paintMarks({ ...scene(), marks: this.#marks, groups: this.#groups }, params));
          return true;
        },
      },
      true,
    );
  }

  set(marks: ChartMarks, palette: Palette, decimals: number): void {
    this.#marks = marks;
    this.#groups = tradeGroups(marks.trades);
    this.redraw(palette, decimals);
  }

  redraw(palette: Palette, decimals: number): void {
    this.#version += 1;
    this.#chart.overrideIndicator({ name: MARKS, paneId: this.#paneId, extendData: this.#version });
    showEntryPrices(this.#chart, this.#marks.trades, palette, decimals);
  }
}

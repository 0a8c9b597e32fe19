import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import { registerIndicator } from 'klinecharts';
import { hasOwnPane, nameOfIndicator, type ShownIndicator } from '../indicators/choices.ts';
import { foldOf } from '../indicators/fold-of.ts';
import type { PlottedIndicator } from '../indicators/readings.ts';
import { closeOf, RunningSeries } from '../indicators/running-series.ts';
import { linesOf, paintIndicator, RSI_GUIDES } from './paint-indicator.ts';
import type { Palette } from './palette.ts';

const PLOT = 'plot';
const CANDLE_PANE = 'candle_pane';
/** Height of a pane below the candles, including the hairline above it. */
const PANE_HEIGHT_PX = 88;

registerIndicator({ name: PLOT, calc: () => [] });

/** Everything that the drawing of an indicator needs, besides the indicator itself. */
export type PlotLook = { readonly palette: Palette; readonly decimals: number };

/** A drawn indicator. `key` is a text that is different for every setting that affects the drawing. */
type Drawn = PlottedIndicator & { readonly key: string };

/** Draws the indicators of a chart: lines over the prices, or panes below them. */
export class IndicatorPlots {
  readonly #chart: Chart;
  #drawn: readonly Drawn[] = [];

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** The drawn indicators with their values. */
  get plotted(): readonly PlottedIndicator[] {
    return this.#drawn;
  }

  /** Shows exactly these indicators. An unchanged indicator is not added again. */
  show(indicators: readonly ShownIndicator[], look: PlotLook): void {
    const before = new Map(this.#drawn.map((each) => [each.shown.slot, each]));
    const wanted = indicators.map((shown) => ({ shown, key: JSON.stringify([shown, look]) }));
    for (const { shown, key } of this.#drawn) {
      if (!wanted.some((each) => each.key === key)) this.#chart.removeIndicator({ id: shown.slot });
    }
    this.#drawn = wanted.map(({ shown, key }) => {
      const drawn = before.get(shown.slot);
      return drawn?.key === key ? drawn : this.#draw(shown, key, look);
    });
  }

  #draw(shown: ShownIndicator, key: string, { palette, decimals }: PlotLook): Drawn {
    const { slot, choice } = shown;
    const series = new RunningSeries(foldOf(choice), closeOf);
    const plot = { choice, lines: linesOf(shown, palette) };
    const paneId = hasOwnPane(choice) ? paneIdOf(slot) : CANDLE_PANE;
    this.#chart.createIndicator(
      {
        id: slot,
        name: PLOT,
        shortName: nameOfIndicator(choice),
        paneId,
        series: hasOwnPane(choice) ? 'normal' : 'price',
        precision: choice.kind === 'rsi' ? 0 : decimals,
        // The library uses these figures only to scale the y axis. The function `draw` paints the indicator.
        figures: [...plot.lines.map((line) => ({ key: line.key })), ...(choice.kind === 'macd' ? HISTOGRAM : [])],
        ...(choice.kind === 'rsi' && { minValue: 0, maxValue: 100 }),
        calc: (bars) => series.along(bars),
        draw: (params) => {
          paintIndicator(params, plot, series.rows, palette);
          return true;
        },
      },
      true,
    );
    if (hasOwnPane(choice)) {
      if (choice.kind === 'rsi') this.#chart.overrideYAxis({ paneId, createTicks: rsiTicks });
      this.#chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT_PX, minHeight: PANE_HEIGHT_PX, dragEnabled: false });
    }
    return {
      shown,
      key,
      get rows() {
        return series.rows;
      },
    };
  }
}

/** Returns the id of the pane of an indicator that has its own. */
export const paneIdOf = (slot: string): string => `${slot}_pane`;

const HISTOGRAM = [{ key: 'histogram' }] as const;

/** Returns the axis ticks of the RSI pane. Only the guide lines have labels. */
const rsiTicks = ({ range, bounding }: AxisCreateTicksParams): AxisTick[] =>
  RSI_GUIDES.map((value) => ({
    value,
    text: String(value),
    coord: bounding.height * (1 - (value - range.from) / range.range),
  }));

import type { AxisCreateTicksParams, AxisTick, Chart } from 'klinecharts';
import { registerIndicator } from 'klinecharts';
import { hasOwnPane, nameOfIndicator, type ShownIndicator } from '../indicators/choices.ts';
import { foldOf } from '../indicators/fold-of.ts';
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

/** Draws the indicators of a chart: lines over the prices, or panes below them. */
export class IndicatorPlots {
  readonly #chart: Chart;
  /** The drawn indicators by slot. The value is a text that is different for every setting that affects the drawing. */
  #drawn = new Map<string, string>();

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** Shows exactly these indicators. An unchanged indicator is not added again. */
  show(indicators: readonly ShownIndicator[], look: PlotLook): void {
    const wanted = new Map(indicators.map((each) => [each.slot, JSON.stringify([each.choice, look])]));
    for (const [slot, drawn] of this.#drawn) if (wanted.get(slot) !== drawn) this.#chart.removeIndicator({ id: slot });
    for (const each of indicators) {
      if (this.#drawn.get(each.slot) !== wanted.get(each.slot)) this.#draw(each, look);
    }
    this.#drawn = wanted;
  }

  #draw({ slot, choice }: ShownIndicator, { palette, decimals }: PlotLook): void {
    const series = new RunningSeries(foldOf(choice), closeOf);
    const paneId = hasOwnPane(choice) ? `${slot}_pane` : CANDLE_PANE;
    this.#chart.createIndicator(
      {
        id: slot,
        name: PLOT,
        shortName: nameOfIndicator(choice),
        paneId,
        series: hasOwnPane(choice) ? 'normal' : 'price',
        precision: choice.kind === 'rsi' ? 0 : decimals,
        // The library uses these figures only to scale the y axis. The function `draw` paints the indicator.
        figures: [...linesOf(choice, palette), ...(choice.kind === 'macd' ? [{ key: 'histogram' }] : [])],
        ...(choice.kind === 'rsi' && { minValue: 0, maxValue: 100 }),
        calc: (bars) => series.along(bars),
        draw: (params) => {
          paintIndicator(params, choice, series.rows, palette);
          return true;
        },
      },
      true,
    );
    if (hasOwnPane(choice)) {
      if (choice.kind === 'rsi') this.#chart.overrideYAxis({ paneId, createTicks: rsiTicks });
      this.#chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT_PX, minHeight: PANE_HEIGHT_PX, dragEnabled: false });
    }
  }
}

/** Returns the axis ticks of the RSI pane. Only the guide lines have labels. */
const rsiTicks = ({ range, bounding }: AxisCreateTicksParams): AxisTick[] =>
  RSI_GUIDES.map((value) => ({
    value,
    text: String(value),
    coord: bounding.height * (1 - (value - range.from) / range.range),
  }));

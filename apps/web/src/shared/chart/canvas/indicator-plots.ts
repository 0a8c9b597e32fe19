import type { AxisCreateTicksParams, AxisTick, Chart, IndicatorDrawParams, IndicatorFigure } from 'klinecharts';
import { registerIndicator } from 'klinecharts';
import { hasOwnPane, type IndicatorChoice, nameOfIndicator, type ShownIndicator } from '../indicators/choices.ts';
import { foldOf, type IndicatorRow } from '../indicators/fold-of.ts';
import { RunningSeries } from '../indicators/running-series.ts';
import type { Palette } from './palette.ts';

const PLOT = 'plot';
const CANDLE_PANE = 'candle_pane';
/** Of a pane below the candles, with the hairline above it. */
const PANE_HEIGHT_PX = 88;
const RSI_GUIDES = [30, 70] as const;

registerIndicator({ name: PLOT, calc: () => [] });

/** What the drawing depends on besides the indicator itself. */
export type PlotLook = { readonly palette: Palette; readonly decimals: number };

/** The indicators on a chart, as the library draws them: lines on the prices, or panes below. */
export class IndicatorPlots {
  readonly #chart: Chart;
  /** By slot: what is drawn there, in words that change with anything that matters. */
  #drawn = new Map<string, string>();

  constructor(chart: Chart) {
    this.#chart = chart;
  }

  /** Draws these and no others; one that stays as it is is left alone. */
  show(indicators: readonly ShownIndicator[], look: PlotLook): void {
    const wanted = new Map(indicators.map((each) => [each.slot, JSON.stringify([each.choice, look])]));
    for (const [slot, drawn] of this.#drawn) if (wanted.get(slot) !== drawn) this.#chart.removeIndicator({ id: slot });
    for (const each of indicators) {
      if (this.#drawn.get(each.slot) !== wanted.get(each.slot)) this.#draw(each, look);
    }
    this.#drawn = wanted;
  }

  #draw({ slot, choice }: ShownIndicator, { palette, decimals }: PlotLook): void {
    const series = new RunningSeries(foldOf(choice));
    const paneId = hasOwnPane(choice) ? `${slot}_pane` : CANDLE_PANE;
    this.#chart.createIndicator(
      {
        id: slot,
        name: PLOT,
        shortName: nameOfIndicator(choice),
        paneId,
        series: hasOwnPane(choice) ? 'normal' : 'price',
        precision: choice.kind === 'rsi' ? 0 : decimals,
        figures: figuresOf(choice, palette),
        ...(choice.kind === 'rsi' && { minValue: 0, maxValue: 100 }),
        calc: (bars) => series.along(bars),
        draw: (params) => paintExtras(params, choice, series, palette),
      },
      true,
    );
    if (hasOwnPane(choice)) {
      if (choice.kind === 'rsi') this.#chart.overrideYAxis({ paneId, createTicks: rsiTicks });
      this.#chart.setPaneOptions({ id: paneId, height: PANE_HEIGHT_PX, minHeight: PANE_HEIGHT_PX, dragEnabled: false });
    }
  }
}

/** The guides are what there is to read. */
const rsiTicks = ({ range, bounding }: AxisCreateTicksParams): AxisTick[] =>
  RSI_GUIDES.map((value) => ({
    value,
    text: String(value),
    coord: bounding.height * (1 - (value - range.from) / range.range),
  }));

const line = (key: keyof IndicatorRow, color: string): IndicatorFigure => ({
  key,
  type: 'line',
  styles: () => ({ color, size: 1.25, style: 'solid', smooth: false }),
});

/** What the library draws by itself, line by line. */
function figuresOf(choice: IndicatorChoice, { accent, accent2, text3, side, warn }: Palette): IndicatorFigure[] {
  switch (choice.kind) {
    case 'ema':
      return [line('line', choice.period < 20 ? accent2 : warn)];
    case 'sma':
      return [line('line', accent)];
    case 'rsi':
      return [line('line', accent)];
    case 'bollinger':
      return [line('upper', text3), line('middle', text3), line('lower', text3)];
    case 'macd':
      return [
        {
          key: 'histogram',
          type: 'bar',
          baseValue: 0,
          styles: ({ data }) => {
            const { current } = data;
            const value = isRow(current) ? (current.histogram ?? 0) : 0;
            const color = side[value >= 0 ? 'CALL' : 'PUT'].candle;
            return { style: 'fill', color, borderColor: color };
          },
        },
        line('line', accent),
        line('signal', warn),
      ];
  }
}

const isRow = (value: unknown): value is IndicatorRow => typeof value === 'object' && value !== null;

type Params = IndicatorDrawParams<unknown, unknown, unknown>;

/** The name of a pane and its guides, the band between Bollinger's lines; below what the library draws. */
function paintExtras(params: Params, choice: IndicatorChoice, series: RunningSeries<IndicatorRow>, palette: Palette) {
  const { ctx } = params;
  ctx.save();
  ctx.setLineDash([]);
  if (choice.kind === 'rsi') paintGuides(params, palette);
  if (choice.kind === 'bollinger') paintBand(params, series.rows, palette);
  if (hasOwnPane(choice)) paintName(params, nameOfIndicator(choice), palette);
  ctx.restore();
  return false;
}

function paintGuides({ ctx, bounding, yAxis }: Params, palette: Palette): void {
  ctx.setLineDash([2, 4]);
  ctx.lineWidth = 1;
  ctx.strokeStyle = palette.lineControl;
  for (const guide of RSI_GUIDES) {
    const y = Math.round(yAxis.convertToPixel(guide)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(bounding.width, y);
    ctx.stroke();
  }
}

function paintBand({ ctx, chart, xAxis, yAxis }: Params, rows: readonly IndicatorRow[], palette: Palette): void {
  const { from, to } = chart.getVisibleRange();
  const edge = (key: 'upper' | 'lower') =>
    rows.slice(from, to).flatMap((row, index) => {
      const value = row[key];
      return value === undefined ? [] : [{ x: xAxis.convertToPixel(from + index), y: yAxis.convertToPixel(value) }];
    });
  ctx.beginPath();
  for (const { x, y } of [...edge('upper'), ...edge('lower').toReversed()]) ctx.lineTo(x, y);
  ctx.closePath();
  ctx.globalAlpha = 0.06;
  ctx.fillStyle = palette.text2;
  ctx.fill();
}

function paintName({ ctx }: Params, name: string, palette: Palette): void {
  ctx.font = `500 12px ${palette.font}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.fillStyle = palette.text3;
  ctx.fillText(name, 12, 6);
}

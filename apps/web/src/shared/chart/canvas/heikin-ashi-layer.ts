import { HeikinAshi, type HeikinAshiCandle } from '@vigia/core/candles';
import { type Chart, type IndicatorDrawParams, type KLineData, registerIndicator } from 'klinecharts';
import { RunningSeries } from '../indicators/running-series.ts';
import type { Palette } from './palette.ts';

const HEIKIN_ASHI = 'heikin-ashi';
const CANDLE_PANE = 'candle_pane';

registerIndicator({ name: HEIKIN_ASHI, calc: () => [] });

type Params = IndicatorDrawParams<unknown, unknown, unknown>;

/**
 * Draws Heikin Ashi candles in place of the candles of the chart library. The library keeps the market candles, so that
 * the last price, the labels of trades and the drawings stay at true prices.
 */
export class HeikinAshiLayer {
  readonly #chart: Pick<Chart, 'createIndicator' | 'removeIndicator'>;
  #series: RunningSeries<HeikinAshiCandle, KLineData, KLineData> | null = null;

  constructor(chart: Pick<Chart, 'createIndicator' | 'removeIndicator'>) {
    this.#chart = chart;
  }

  /** The drawn candles, one per bar. Null while the layer is off. */
  get candles(): readonly HeikinAshiCandle[] | null {
    return this.#series?.rows ?? null;
  }

  /** Shows or removes the layer, in the given colours. */
  show(isOn: boolean, palette: Palette, decimals: number): void {
    this.#chart.removeIndicator({ id: HEIKIN_ASHI });
    this.#series = null;
    if (!isOn) return;
    const series = new RunningSeries<HeikinAshiCandle, KLineData, KLineData>(
      () => new HeikinAshi(),
      (bar) => bar,
    );
    this.#series = series;
    this.#chart.createIndicator(
      {
        id: HEIKIN_ASHI,
        name: HEIKIN_ASHI,
        paneId: CANDLE_PANE,
        series: 'price',
        precision: decimals,
        zLevel: -1,
        // The price scale covers these figures, which may lie outside the market prices.
        figures: [{ key: 'high' }, { key: 'low' }],
        calc: (bars) => series.along(bars),
        draw: (params) => {
          paintHeikinAshi(params, series.rows, palette);
          return true;
        },
      },
      true,
    );
  }
}

/** Draws the visible candles. Each colour is one path, because a path per candle is several times slower. */
function paintHeikinAshi(params: Params, rows: readonly HeikinAshiCandle[], { side }: Palette): void {
  const { ctx } = params;
  ctx.setLineDash([]);
  ctx.fillStyle = side.CALL.candle;
  fillCandles(params, rows, true);
  ctx.fillStyle = side.PUT.candle;
  fillCandles(params, rows, false);
}

function fillCandles({ ctx, chart, xAxis, yAxis }: Params, rows: readonly HeikinAshiCandle[], isUp: boolean): void {
  const { from, to } = chart.getVisibleRange();
  const { halfGapBar } = chart.getBarSpace();
  ctx.beginPath();
  for (let index = from; index < Math.min(rows.length, to); index += 1) {
    const row = rows[index];
    if (!row || row.close >= row.open !== isUp) continue;
    const x = Math.round(xAxis.convertToPixel(index));
    const high = yAxis.convertToPixel(row.high);
    const top = yAxis.convertToPixel(isUp ? row.close : row.open);
    const bottom = yAxis.convertToPixel(isUp ? row.open : row.close);
    ctx.rect(x, high, 1, yAxis.convertToPixel(row.low) - high);
    ctx.rect(x - halfGapBar, top, Math.max(1, halfGapBar * 2), Math.max(1, bottom - top));
  }
  ctx.fill();
}

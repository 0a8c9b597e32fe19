import { CHART_TIMEFRAME_SECONDS } from '@vigia/core/vocabulary';
import { type Chart, dispose, type KLineData } from 'klinecharts';
import type { Services } from '#shared/lib/services.ts';
import type { ChartKind } from '../chart-kinds.ts';
import type { ShownIndicator } from '../indicators/choices.ts';
import { ReadingStore } from '../indicators/readings.ts';
import { LabelStore } from '../labels/label-store.ts';
import { lastBarOpenedBy } from '../marks/bar-position.ts';
import type { ChartMarks } from '../marks/chart-marks.ts';
import { ViewStore } from '../view/chart-view.ts';
import { ObservableValue } from '../view/observable-value.ts';
import { axisTicksOf } from './axis-text.ts';
import { CandleFeed, type CandleLoadState, type Series } from './candle-feed.ts';
import { barAtCrosshair, scrollToStart, updateView } from './chart-geometry.ts';
import { CHART_FOOT_PX, controlsPx, keepControlsClear, legendBelowPx, setWidths } from './chart-margins.ts';
import { chartStyles } from './chart-styles.ts';
import { createChart, PERIODS } from './create-chart.ts';
import { HeikinAshiLayer } from './heikin-ashi-layer.ts';
import { IndicatorPlots, paneIdOf } from './indicator-plots.ts';
import { MarkLayer } from './mark-layer.ts';
import { leaveFocusAndTouchToPage, leaveVerticalToPage } from './page-scroll.ts';
import type { MarkScene } from './paint-marks.ts';
import { type Palette, readPalette } from './palette.ts';
import { type StoredCandles, StoredFeed } from './stored-feed.ts';

const CANDLE_PANE = 'candle_pane';

export type ShownSeries = Series & {
  readonly decimals: number;
  /** Number of candles that are visible at first. By default it is the number that fits at the usual width. */
  readonly bars?: number;
};

export type PriceChartSurroundings = {
  readonly services: Services;
  readonly onLoad: (state: CandleLoadState) => void;
  readonly kind: ChartKind;
  /** Whether the chart shows trades and has a row of drawing tools. */
  readonly hasTools: boolean;
  /** Stored candles to show. Null for a chart of live candles. */
  readonly stored: StoredCandles | null;
};

/** Wraps the chart library. Shows a candle series with marks and indicators in the colours of the app. */
export class PriceChart {
  readonly #chart: Chart;
  readonly #box: HTMLElement;
  readonly #feed: CandleFeed | StoredFeed;
  readonly #resizing: ResizeObserver;
  readonly #plots: IndicatorPlots;
  readonly #heikinAshi: HeikinAshiLayer;
  readonly #marks: MarkLayer;
  readonly #stopPageScroll: () => void;
  readonly #hasTools: boolean;
  readonly #stored: StoredCandles | null;
  readonly #serverNow: () => number;
  /** The candle under the crosshair, or else the last candle. */
  readonly candle = new ObservableValue<KLineData | null>(null);
  /** The values of the indicators at that candle. */
  readonly readings = new ReadingStore();
  /** The mapping from times and prices to pixels, for elements outside the canvas. */
  readonly view = new ViewStore();
  /** The boxes of the labels, for elements over them. */
  readonly labels = new LabelStore();
  #series: ShownSeries;
  #kind: ChartKind;
  #palette: Palette;
  #indicators: readonly ShownIndicator[] = [];
  #hovered: KLineData | null = null;

  /**
   * Creates the chart in an element.
   * @throws Error if the browser provides no canvas context
   */
  constructor(box: HTMLElement, series: ShownSeries, around: PriceChartSurroundings) {
    this.#box = box;
    this.#series = series;
    this.#kind = around.kind;
    this.#hasTools = around.hasTools;
    this.#stored = around.stored;
    this.#serverNow = () => around.services.stream.serverNow();
    this.#palette = readPalette();
    const chart = createChart(box, {
      palette: this.#palette,
      periodMs: () => this.#periodMs,
      serverNow: this.#serverNow,
      isLive: this.#stored === null,
      kind: this.#kind,
    });
    this.#chart = chart;
    this.#plots = new IndicatorPlots(chart);
    this.#heikinAshi = new HeikinAshiLayer(chart);
    this.#marks = new MarkLayer(chart, {
      paneId: CANDLE_PANE,
      scene: () => this.#scene(),
      beforeFrame: (params) => updateView(this.view, params, this.#series.symbol, this.#periodMs),
      onFrame: (layout) => {
        this.labels.update(layout);
        this.#publishCandle();
      },
    });
    const options = {
      series: () => this.#series,
      bars: () => chart.getDataList(),
      onLoad: (state: CandleLoadState) => {
        around.onLoad(state);
        if (state.kind === 'ready') scrollToStart(chart, this.#stored?.startS ?? null);
        this.#publishCandle();
      },
      onRevised: () => this.reload(),
    };
    this.#feed = this.#stored ? new StoredFeed(this.#stored, options) : new CandleFeed(around.services, options);
    this.#setUp();
    this.#resizing = new ResizeObserver(() => {
      chart.resize();
      if (this.#hasTools) keepControlsClear(chart, CANDLE_PANE, this.#controlsPx);
    });
    this.#resizing.observe(box);
    this.#stopPageScroll = leaveVerticalToPage(box);
  }

  show(series: ShownSeries): void {
    this.#series = series;
    this.#hovered = null;
    this.#chart.setSymbol({ ticker: series.symbol, pricePrecision: series.decimals, volumePrecision: 0 });
    this.#chart.setPeriod(PERIODS[series.timeframe]);
    this.#showPlots();
  }

  setMarks(marks: ChartMarks): void {
    this.#marks.set(marks, this.#palette, this.#series.decimals);
  }

  setKind(kind: ChartKind): void {
    if (kind === this.#kind) return;
    this.#kind = kind;
    this.recolor();
  }

  setIndicators(indicators: readonly ShownIndicator[]): void {
    this.#indicators = indicators;
    this.#showPlots();
  }

  /** The element that contains the candles. Its children move with the candles. Null before the element exists. */
  get stage(): HTMLElement | null {
    return this.#chart.getDom(CANDLE_PANE, 'main');
  }

  /** Returns the element of the pane of an indicator. Null if it is drawn over the prices. */
  paneOf(slot: string): HTMLElement | null {
    return this.#chart.getDom(paneIdOf(slot), 'main');
  }

  reveal(timeMs: number): void {
    this.#chart.scrollToTimestamp(timeMs);
  }

  /** Scrolls by a fraction of the chart's width. A positive value scrolls back in time. */
  scroll(share: number): void {
    this.#chart.scrollByDistance(share * (this.view.current()?.width ?? 0));
  }

  /** Multiplies the width of the candles. */
  zoom(factor: number): void {
    this.#chart.zoomAtCoordinate(factor);
  }

  /** Scrolls to the forming candle, or to the last candle of stored candles. */
  goLive(): void {
    if (this.#feed instanceof StoredFeed && this.#feed.hasNewer) this.#stored?.onLatest();
    else this.#chart.scrollToRealTime();
  }

  /** Applies the current colours of the document to the chart. */
  recolor(): void {
    this.#palette = readPalette();
    this.#chart.setStyles(chartStyles(this.#palette, this.#stored === null, this.#kind));
    this.#showPlots();
    this.#marks.redraw(this.#palette, this.#series.decimals);
  }

  reload(): void {
    this.#chart.resetData();
  }

  dispose(): void {
    this.#stopPageScroll();
    this.#feed.stop();
    this.#resizing.disconnect();
    this.#box.removeEventListener('pointerleave', this.#onPointerLeave);
    dispose(this.#box);
  }

  get #controlsPx(): number {
    return controlsPx(this.#box.clientWidth, this.#hasTools, legendBelowPx(innerWidth, this.#indicators, this.#kind));
  }

  #scene(): Omit<MarkScene, 'marks' | 'groups'> {
    return {
      drawn: this.#heikinAshi.candles,
      palette: this.#palette,
      periodMs: this.#periodMs,
      nowMs: this.#serverNow(),
      controlsPx: this.#controlsPx,
      footPx: this.#hasTools ? CHART_FOOT_PX : 0,
    };
  }

  get #periodMs(): number {
    return CHART_TIMEFRAME_SECONDS[this.#series.timeframe] * 1_000;
  }

  /** Sets up everything that does not depend on the candle series. */
  #setUp(): void {
    const chart = this.#chart;
    leaveFocusAndTouchToPage(this.#box);
    setWidths(chart, this.#box.clientWidth, { hasTools: this.#hasTools, bars: this.#series.bars });
    const ticksOf = axisTicksOf(chart);
    chart.overrideXAxis({
      name: 'normal',
      createTicks: ({ range, bounding }) => ticksOf(this.#periodMs, range, bounding.width),
    });
    chart.subscribeAction('onCrosshairChange', (data) => {
      this.#hovered = barAtCrosshair(data, chart);
      this.#publishCandle();
    });
    this.#box.addEventListener('pointerleave', this.#onPointerLeave);
    chart.setDataLoader(this.#feed);
    this.show(this.#series);
  }

  readonly #onPointerLeave = (): void => {
    this.#hovered = null;
    this.#publishCandle();
  };

  #publishCandle(): void {
    const bars = this.#chart.getDataList();
    const candle = this.#hovered ?? bars.at(-1) ?? null;
    this.candle.set(candle);
    this.readings.update(this.#plots.plotted, candle ? lastBarOpenedBy(bars, candle.timestamp) : -1);
  }

  #showPlots(): void {
    this.#heikinAshi.show(this.#kind === 'heikin_ashi', this.#palette, this.#series.decimals);
    this.#plots.show(this.#indicators, { palette: this.#palette, decimals: this.#series.decimals });
    if (this.#hasTools) keepControlsClear(this.#chart, CANDLE_PANE, this.#controlsPx);
  }
}

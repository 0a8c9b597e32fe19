import { HeikinAshi } from '@vigia/core/candles';
import type { Chart, IndicatorCreate, KLineData } from 'klinecharts';
import { beforeEach, expect, it } from 'vitest';
import { HeikinAshiLayer } from './heikin-ashi-layer.ts';
import { readPalette } from './palette.ts';

const BARS: readonly KLineData[] = [
  { timestamp: 0, open: 10, high: 14, low: 8, close: 12 },
  { timestamp: 60_000, open: 12, high: 20, low: 12, close: 20 },
  { timestamp: 120_000, open: 20, high: 21, low: 17, close: 18 },
];

/** A chart that records the indicators on it. */
class Recorded implements Pick<Chart, 'createIndicator' | 'removeIndicator'> {
  readonly shown = new Map<string, IndicatorCreate>();
  createIndicator(value: string | IndicatorCreate): string | null {
    if (typeof value !== 'string') this.shown.set(value.id ?? '', value);
    return null;
  }
  removeIndicator(filter?: { readonly id?: string }): boolean {
    return this.shown.delete(filter?.id ?? '');
  }
}

let chart: Recorded;
let layer: HeikinAshiLayer;
beforeEach(() => {
  chart = new Recorded();
  layer = new HeikinAshiLayer(chart);
});

it('HeikinAshiLayer computes the candles of the core package and leaves the market bars unchanged', async () => {
  const before = structuredClone(BARS);
  layer.show(true, readPalette(), 5);
  const [made] = chart.shown.values();
  await made?.calc?.([...BARS], {} as never);
  const core = new HeikinAshi();
  expect(layer.candles).toEqual(BARS.map((bar) => core.push(bar)));
  expect(BARS).toEqual(before);
});

it('HeikinAshiLayer is one layer below the other indicators, and the price scale covers its highs and lows', () => {
  layer.show(true, readPalette(), 5);
  layer.show(true, readPalette(), 5);
  expect([...chart.shown.values()]).toMatchObject([{ zLevel: -1, figures: [{ key: 'high' }, { key: 'low' }] }]);
});

it('HeikinAshiLayer draws nothing after the chart type has changed', () => {
  layer.show(true, readPalette(), 5);
  layer.show(false, readPalette(), 5);
  expect(chart.shown.size).toBe(0);
  expect(layer.candles).toBeNull();
});

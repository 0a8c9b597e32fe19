import type { AxisRange, Chart } from 'klinecharts';
import { expect, it } from 'vitest';
import { setDisplayZone } from '#shared/lib/display-zone.ts';
import { axisTicksOf, fullTimeText, tickText } from './axis-text.ts';

const TIME_MS = Date.parse('2026-11-21T14:30:00Z');

it('the time of a second candle, and of the axis within a minute, has seconds', () => {
  setDisplayZone('UTC');
  expect([tickText(TIME_MS, 5_000), tickText(TIME_MS + 15_000, 5_000)]).toEqual(['14:30', '14:30:15']);
  expect(fullTimeText(TIME_MS + 5_000, 5_000)).toBe('14:30:05');
  expect([tickText(TIME_MS, 60_000), fullTimeText(TIME_MS, 60_000)]).toEqual(['14:30', '21-nov, 14:30']);
});

it('the ticks of the time axis are kept for a tick of the price, and made again for another range or series', () => {
  const MINUTE_MS = 60_000;
  const barsFrom = (startMs: number) =>
    Array.from({ length: 60 }, (_, row) => ({ timestamp: startMs + row * MINUTE_MS }));
  let bars = barsFrom(TIME_MS);
  const chart = {
    getDataList: () => bars,
    getBarSpace: () => ({ bar: 10 }),
    convertToPixel: ({ dataIndex }: { dataIndex: number }) => ({ x: dataIndex * 10 }),
  } as unknown as Chart;
  const ticksOf = axisTicksOf(chart);
  const ticksIn = (realFrom: number, realTo: number) =>
    ticksOf(MINUTE_MS, { realFrom, realTo } as AxisRange, 600).map(({ text }) => text);
  const shown = ticksOf(MINUTE_MS, { realFrom: 0, realTo: 60 } as AxisRange, 600);
  bars[59] = { timestamp: TIME_MS + 59 * MINUTE_MS };
  expect(ticksOf(MINUTE_MS, { realFrom: 0, realTo: 60 } as AxisRange, 600)).toBe(shown);
  expect(ticksIn(0, 60)).toEqual(['14:40', '14:50', '15:00', '15:10', '15:20']);
  expect(ticksIn(0, 30)).toEqual(['14:40', '14:50']);
  bars = barsFrom(TIME_MS + 5 * MINUTE_MS);
  expect(ticksIn(0, 30)).toEqual(['14:40', '14:50', '15:00']);
  bars = [...bars, { timestamp: TIME_MS + 65 * MINUTE_MS }];
  expect(ticksOf(MINUTE_MS, { realFrom: 0, realTo: 30 } as AxisRange, 600)).not.toBe(shown);
});

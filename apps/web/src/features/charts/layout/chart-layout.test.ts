import { describe, expect, it } from 'vitest';
import {
  type ChartLayout,
  readLayout,
  SINGLE_CHART_LAYOUT,
  type StoredSeries,
  seriesOf,
  withActiveChart,
  withChartCount,
} from './chart-layout.ts';

const of = (symbol: string): StoredSeries => ({ symbol, timeframe: '5m' });
const [A, B, C, D] = [of('A'), of('B'), of('C'), of('D')];
const CANDIDATES = ['A', 'B', 'C', 'D', 'E'];
const names = (layout: ChartLayout, shown = A) => seriesOf(layout, shown).map(({ symbol }) => symbol);
const FOUR: ChartLayout = { count: 4, active: 0, others: [null, B, C, D] };

describe('the active chart', () => {
  it('shows the series of the screen, whatever the layout stores', () => {
    expect(names(FOUR, of('X'))).toEqual(['X', 'B', 'C', 'D']);
  });

  it('changes the screen to its series, and leaves the series of the screen at the earlier place', () => {
    const next = withActiveChart(FOUR, 2, A);
    expect(next?.shown).toEqual(C);
    expect(next?.layout.active).toBe(2);
    expect(next && names(next.layout, next.shown)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('stays the same if it is chosen again, or if the chosen place does not exist', () => {
    expect(withActiveChart(FOUR, 0, A)).toBeNull();
    expect(withActiveChart(FOUR, 4, A)).toBeNull();
    expect(withActiveChart({ ...FOUR, count: 2 }, 3, A)).toBeNull();
  });
});

describe('the number of charts', () => {
  it('fills new places with assets that are not on the screen yet', () => {
    expect(names(withChartCount(SINGLE_CHART_LAYOUT, 2, B, CANDIDATES), B)).toEqual(['B', 'A']);
    expect(names(withChartCount(SINGLE_CHART_LAYOUT, 4, A, CANDIDATES))).toEqual(['A', 'B', 'C', 'D']);
    expect(names(withChartCount(SINGLE_CHART_LAYOUT, 4, A, ['A', 'B']))).toEqual(['A', 'B', 'A', 'A']);
  });

  it('never changes the asset of the order form', () => {
    const last = withActiveChart(FOUR, 3, A);
    expect(last?.shown).toEqual(D);
    const two = last && withChartCount(last.layout, 2, D, CANDIDATES);
    expect(two && names(two, D)).toEqual(['A', 'D']);
    expect(two?.active).toBe(1);
    const one = two && withChartCount(two, 1, D, CANDIDATES);
    expect(one && names(one, D)).toEqual(['D']);
  });

  it('restores the charts that did not fit when it grows again', () => {
    const two = withChartCount(FOUR, 2, A, CANDIDATES);
    expect(names(two)).toEqual(['A', 'B']);
    expect(names(withChartCount(two, 4, A, ['E']))).toEqual(['A', 'B', 'C', 'D']);
  });
});

describe('the stored layout', () => {
  it('is read as it was written', () => {
    const later = withActiveChart(FOUR, 2, A)?.layout;
    expect(readLayout(JSON.stringify(later))).toEqual(later);
    expect(readLayout(JSON.stringify(SINGLE_CHART_LAYOUT))).toEqual(SINGLE_CHART_LAYOUT);
  });

  it.each([
    ['nothing', null],
    ['no JSON', '{'],
    ['no object', '7'],
    ['a number of charts that does not exist', JSON.stringify({ ...FOUR, count: 3 })],
    ['an active place outside', JSON.stringify({ ...FOUR, active: 4 })],
    ['a place that is no number', JSON.stringify({ ...FOUR, active: '1' })],
    ['too few series', JSON.stringify({ ...FOUR, others: [null, B, C] })],
    ['no list of series', JSON.stringify({ ...FOUR, others: 'B' })],
    ['a series without a symbol', JSON.stringify({ ...FOUR, others: [null, B, C, { timeframe: '5m' }] })],
    ['an impossible symbol', JSON.stringify({ ...FOUR, others: [null, B, C, of('<b>')] })],
    ['an unknown timeframe', JSON.stringify({ ...FOUR, others: [null, B, C, { symbol: 'D', timeframe: '7m' }] })],
  ])('is one chart after %s', (_what, text) => {
    expect(readLayout(text)).toEqual(SINGLE_CHART_LAYOUT);
  });
});

import { expect, it, vi } from 'vitest';
import type { IndicatorRow } from './fold-of.ts';
import { type PlottedIndicator, ReadingStore } from './readings.ts';

const shown = { slot: 'rsi', tone: 0, choice: { kind: 'rsi', period: 14 } } as const;

it('ReadingStore gives the values at the bar of the crosshair, and no values before the indicator has any', () => {
  const store = new ReadingStore();
  const plots: PlottedIndicator[] = [{ shown, rows: [{}, { line: 40 }, { line: 60 }] }];
  store.update(plots, 2);
  expect(store.current()).toEqual([{ shown, row: { line: 60 } }]);
  store.update(plots, 0);
  expect(store.current()).toEqual([{ shown, row: {} }]);
  store.update(plots, -1);
  expect(store.current()).toEqual([{ shown, row: {} }]);
});

it('ReadingStore notifies its listeners of a new value, a new indicator and a removed one, and of nothing else', () => {
  const store = new ReadingStore();
  const heard = vi.fn<() => void>();
  store.subscribe(heard);
  const rows: IndicatorRow[] = [{ line: 40 }];
  const plots: PlottedIndicator[] = [{ shown, rows }];
  store.update(plots, 0);
  store.update(plots, 0);
  expect(heard).toHaveBeenCalledTimes(1);
  rows[0] = { line: 41 };
  store.update(plots, 0);
  expect(heard).toHaveBeenCalledTimes(2);
  store.update([{ shown: { ...shown, choice: { kind: 'rsi', period: 7 } }, rows }], 0);
  expect(heard).toHaveBeenCalledTimes(3);
  store.update([], 0);
  expect(store.current()).toEqual([]);
});

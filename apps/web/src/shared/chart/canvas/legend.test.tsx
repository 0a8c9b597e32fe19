import { render, screen } from '@testing-library/react';
import type { KLineData } from 'klinecharts';
import { expect, it } from 'vitest';
import { CHART_KINDS, type ChartKind } from '../chart-kinds.ts';
import { ObservableValue } from '../view/observable-value.ts';
import { Legend } from './legend.tsx';

const BAR: KLineData = { timestamp: 0, open: 1.1, high: 1.4, low: 1.0, close: 1.2 };

function show(kind: ChartKind): void {
  render(<Legend chart={{ candle: new ObservableValue<KLineData | null>(BAR) }} decimals={5} kind={kind} />);
}

it('the legend says that Heikin Ashi prices are no trade prices, and keeps the market prices', () => {
  show('heikin_ashi');
  expect(screen.queryByText(/Sus precios no son de operación/)).not.toBeNull();
  expect(screen.queryByText('1.20000')).not.toBeNull();
});

it.each(CHART_KINDS.filter((kind) => kind !== 'heikin_ashi'))('the legend has no such note for %s', (kind) => {
  show(kind);
  expect(screen.queryByText(/no son de operación/)).toBeNull();
});

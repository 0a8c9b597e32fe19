import { render, screen } from '@testing-library/react';
import type { KLineData } from 'klinecharts';
import { expect, it } from 'vitest';
import { CHART_KINDS, type ChartKind } from '../chart-kinds.ts';
import { type PlottedIndicator, ReadingStore } from '../indicators/readings.ts';
import { ObservableValue } from '../view/observable-value.ts';
import { Legend } from './legend.tsx';

const BAR: KLineData = { timestamp: 0, open: 1.1, high: 1.4, low: 1.0, close: 1.2 };

function show(kind: ChartKind, plots: readonly PlottedIndicator[] = []): void {
  const readings = new ReadingStore();
  readings.update(plots, 0);
  const candle = new ObservableValue<KLineData | null>(BAR);
  const pane = document.body.appendChild(document.createElement('div'));
  render(<Legend chart={{ candle, readings, paneOf: () => pane }} decimals={5} kind={kind} />);
}

it('the legend states that Heikin Ashi prices are no trade prices, and keeps the market prices', () => {
  show('heikin_ashi');
  expect(screen.queryByText(/sus precios no son de operación/)).not.toBeNull();
  expect(screen.queryByText('1.20000')).not.toBeNull();
});

it.each(CHART_KINDS.filter((kind) => kind !== 'heikin_ashi'))(
  'the legend shows no note about Heikin Ashi prices for %s',
  (kind) => {
    show(kind);
    expect(screen.queryByText(/no son de operación/)).toBeNull();
  },
);

it('the legend shows the values of each indicator in its own unit, and a dash before it has any', () => {
  show('candles', [
    { shown: { slot: 'ema_fast', tone: 1, choice: { kind: 'ema', period: 10 } }, rows: [{ line: 1.123456 }] },
    { shown: { slot: 'rsi', tone: 0, choice: { kind: 'rsi', period: 14 } }, rows: [{ line: 56.28 }] },
    {
      shown: { slot: 'bollinger', tone: 0, choice: { kind: 'bollinger', period: 20, deviations: 2 } },
      rows: [{ upper: 1.3, middle: 1.2, lower: 1.1 }],
    },
    { shown: { slot: 'sma', tone: 0, choice: { kind: 'sma', period: 20 } }, rows: [{}] },
  ]);
  const valueOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(valueOf('EMA 10')).toBe('1.12346');
  expect(valueOf('RSI 14')).toBe('56.3');
  expect(valueOf('Bollinger 20, 2')).toBe('1.30000 · 1.20000 · 1.10000');
  expect(valueOf('SMA 20')).toBe('—');
});

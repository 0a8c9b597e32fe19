import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { DrawingShape } from '@vigia/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ChartView } from '../view/chart-view.ts';
import { type ArmedTool, DrawingLayer } from './drawing-layer.tsx';

const view: ChartView = {
  width: 600,
  height: 400,
  barWidthPx: 10,
  isLive: true,
  x: (timeMs) => timeMs / 6_000,
  y: (price) => (110 - price) * 100,
  timeAt: (x) => x * 6_000,
  priceAt: (y) => 110 - y / 100,
};
const LEVEL: DrawingShape = { kind: 'horizontal_line', price: 108.5 };

let calls: unknown[][];
beforeEach(() => {
  calls = [];
});
afterEach(cleanup);

function show(tool: ArmedTool | null = null, selectedId: string | null = null, shape: DrawingShape = LEVEL): void {
  const record =
    (what: string) =>
    (...values: unknown[]) =>
      void calls.push([what, ...values]);
  render(
    <DrawingLayer
      drawings={[{ id: 'a', shape }]}
      {...{ view, decimals: 2, tool, selectedId }}
      {...{
        onSelect: record('select'),
        onDrawn: record('drawn'),
        onChange: record('change'),
        onRemove: record('remove'),
        onWrite: record('write'),
      }}
    />,
  );
}

const level = () => screen.getByRole('button', { name: 'Línea horizontal en 108.50' });

it('the drawing layer selects the drawing that gets the focus, and focuses the drawing that the user selects', () => {
  show();
  level().focus();
  expect(calls).toEqual([['select', 'a']]);
  cleanup();
  show(null, 'a');
  expect(level()).toBe(document.activeElement);
});

it('the drawing layer moves a drawing with the arrow keys, further with Shift, and the page does not receive these key events', () => {
  show(null, 'a');
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => void heard.push(key);
  window.addEventListener('keydown', hear);
  fireEvent.keyDown(level(), { key: 'ArrowUp' });
  fireEvent.keyDown(level(), { key: 'ArrowDown', shiftKey: true });
  fireEvent.keyDown(level(), { key: 'Delete' });
  fireEvent.keyDown(level(), { key: 's' });
  window.removeEventListener('keydown', hear);
  expect(calls.slice(-3)).toEqual([
    ['change', 'a', { ...LEVEL, price: 108.54 }],
    ['change', 'a', { ...LEVEL, price: 108.18 }],
    ['remove', 'a'],
  ]);
  expect(heard).toEqual(['s']);
});

it('the drawing layer adds a shape in the middle of the chart when the user selects a tool by keyboard', () => {
  show({ kind: 'rectangle', by: 'keyboard' });
  expect(calls).toEqual([['drawn', expect.objectContaining({ kind: 'rectangle' })]]);
});

it('the drawing layer waits for the pointer when the user selects a tool with the pointer', () => {
  show({ kind: 'rectangle', by: 'pointer' });
  expect(calls).toEqual([]);
});

it('the drawing layer asks for the content of a text on Enter and on a double click', () => {
  show(null, null, { kind: 'text', at: { time: '1970-01-01T00:10:00.000Z', price: 108.5 }, text: 'Techo' });
  const text = screen.getByRole('button', { name: /^Texto «Techo» en 108\.50/ });
  fireEvent.keyDown(text, { key: 'Enter' });
  fireEvent.doubleClick(text);
  expect(calls).toEqual([
    ['write', 'a'],
    ['write', 'a'],
  ]);
});

it('the drawing layer shows the price of each level of a retracement', () => {
  const at = (price: number) => ({ time: '1970-01-01T00:10:00.000Z', price });
  show(null, null, { kind: 'fibonacci', from: at(109), to: at(107) });
  expect(screen.queryByText('61.8 % · 108.24')).not.toBeNull();
  expect(screen.queryByText('0.0 % · 107.00')).not.toBeNull();
  expect(screen.queryByText('100.0 % · 109.00')).not.toBeNull();
});

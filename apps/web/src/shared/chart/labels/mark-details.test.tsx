import { fireEvent, render, screen } from '@testing-library/react';
import { PAPER_CURRENCY } from '@vigia/core/vocabulary';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_MARKS } from '../marks/chart-marks.ts';
import type { ResultMark, TradeMark } from '../marks/trade-marks.ts';
import type { ChartView } from '../view/chart-view.ts';
import { ViewStore } from '../view/chart-view.ts';
import { cardPlace } from './detail-card.tsx';
import { LabelStore } from './label-store.ts';
import { layOutLabels } from './lay-out-labels.ts';
import { MarkDetails } from './mark-details.tsx';
import { NOW_MS, testingPlot } from './testing-plot.ts';
import { tradeGroups } from './trade-groups.ts';

const RESULT: ResultMark = {
  id: 'r',
  direction: 'PUT',
  entry: { atMs: NOW_MS - 1_500_000, price: 100.5 },
  atMs: NOW_MS - 1_200_000,
  price: 100.45,
  outcome: 'won',
  stake: 10,
  profit: 8.5,
  currency: PAPER_CURRENCY,
};
const TRADE: TradeMark = {
  id: 't',
  direction: 'CALL',
  stake: 10,
  currency: PAPER_CURRENCY,
  entryMs: NOW_MS - 5_000,
  entryPrice: 100.5,
  expiryMs: NOW_MS + 235_000,
};
const MARKS = { ...NO_MARKS, results: [RESULT], trades: [TRADE, { ...TRADE, id: 'u', entryPrice: 100.4 }] };
const VIEW: ChartView = {
  width: 700,
  height: 380,
  barWidthPx: 8,
  isLive: true,
  x: () => 100,
  y: () => 100,
  timeAt: () => 0,
  priceAt: () => 0,
};

let stage: HTMLElement;
beforeEach(() => {
  stage = document.createElement('div');
  document.body.append(stage);
});
afterEach(() => stage.remove());

function show(marks = MARKS) {
  const [view, labels] = [new ViewStore(), new LabelStore()];
  view.set(VIEW);
  const plot = testingPlot(
    Array.from({ length: 60 }, () => [100.6, 100.4] as const),
    { width: 700, height: 380, gutterPx: 180 },
  );
  labels.update(layOutLabels({ ...marks, groups: tradeGroups(marks.trades), gaps: [] }, plot));
  render(<MarkDetails chart={{ view, labels, stage }} marks={marks} decimals={2} />);
}

const card = () => stage.querySelector('[data-mark-details]')?.textContent ?? null;
const result = () => screen.getByRole('button', { name: /^✓ Operación PUT ganada/ });

it('the details of a result name stake, entry, exit and profit', () => {
  show();
  expect(result().getAttribute('aria-label')).toMatch(
    /Monto \$10\.00\. Entrada 100\.50\. Cierre 100\.45\. Resultado \+\$8\.50\. Expiró \d\d:\d\d:\d\d$/,
  );
});

it('the details of open trades list each stake and entry', () => {
  show();
  expect(screen.getByRole('button', { name: /^2 operaciones abiertas/ }).getAttribute('aria-label')).toMatch(
    /CALL \$10\.00 en 100\.50\. ▲ CALL \$10\.00 en 100\.40\. Expira/,
  );
});

it('the details of a preview name no money', () => {
  show({ ...MARKS, results: [{ ...RESULT, stake: null, profit: 0 }] });
  expect(result().getAttribute('aria-label')).not.toMatch(/\$/);
});

it('the details open on keyboard focus, and close on Escape and on blur', () => {
  show();
  expect(card()).toBeNull();
  fireEvent.focus(result());
  expect(card()).toContain('+$8.50');
  fireEvent.keyDown(result(), { key: 'Escape' });
  expect(card()).toBeNull();
  fireEvent.focus(result());
  fireEvent.blur(result());
  expect(card()).toBeNull();
});

it('the area for a finger around a result is 44 pixels wide and high', () => {
  show();
  expect([result().style.width, result().style.getPropertyValue('--reach')]).toEqual([
    '16px',
    '-14px -14px -14px -14px',
  ]);
});

it('the details open on hover and on a tap', () => {
  show();
  fireEvent.pointerEnter(result(), { pointerType: 'mouse' });
  expect(card()).toContain('100.45');
  fireEvent.pointerLeave(result(), { pointerType: 'mouse' });
  expect(card()).toBeNull();
  fireEvent.click(result());
  expect(card()).toContain('100.45');
});

it('the card of details lies below its label, or else above it, and inside the chart', () => {
  const box = { left: 680, top: 60, width: 16, height: 16 };
  expect(cardPlace(box, 5, VIEW)).toEqual({ left: 700 - 208 - 6, width: 208, top: 84 });
  expect(cardPlace({ ...box, left: 0, top: 300 }, 5, VIEW)).toEqual({ left: 6, width: 208, top: 300 - 8 - 144 });
});

it('the card of details lies beside its label if it fits neither below nor above it, and not under the tools', () => {
  const phone = { width: 330, height: 245 };
  const box = { left: 250, top: 130, width: 16, height: 16 };
  expect(cardPlace(box, 5, phone)).toEqual({ left: 250 - 8 - 208, width: 208, top: 245 - 6 - 144 });
  expect(cardPlace({ ...box, top: 190 }, 5, phone)).toMatchObject({ left: 250 - 8 - 208 });
  expect(cardPlace({ ...box, left: 40 }, 8, phone)).toEqual({ left: 64, width: 208, top: 54 });
});

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { minutesLong, secondsLong, type TradeLength, ticksLong } from '@vigia/core/trades';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OfferedLengths } from '#shared/length/offered-lengths.ts';
import type { ChartView } from '../view/chart-view.ts';
import { ExpiryHandle } from './expiry-handle.tsx';

const NOW_MS = Date.parse('2026-11-21T12:00:00.000Z');
/** A view with ten pixels per minute. The present is at 100 px. */
const view: ChartView = {
  width: 400,
  height: 300,
  barWidthPx: 10,
  isLive: true,
  x: (timeMs) => 100 + (timeMs - NOW_MS) / 6_000,
  y: (price) => price,
  timeAt: (x) => NOW_MS + (x - 100) * 6_000,
  priceAt: (y) => y,
};
const PAPER: OfferedLengths = { durations: null, durations_seconds: [30], durations_ticks: [5] };

let chosen: TradeLength[];
beforeEach(() => {
  chosen = [];
  const captured = new Set<number>();
  Object.assign(Element.prototype, {
    setPointerCapture: (id: number) => captured.add(id),
    hasPointerCapture: (id: number) => captured.has(id),
  });
});
afterEach(cleanup);

function show(length: TradeLength): HTMLElement | null {
  const onLength = (next: TradeLength) => void chosen.push(next);
  render(<ExpiryHandle view={view} nowMs={NOW_MS} asset={PAPER} length={length} onLength={onLength} />);
  return screen.queryByRole('slider');
}

function handleOf(length: TradeLength): HTMLElement {
  const handle = show(length);
  if (!handle) throw new Error('there is no handle');
  return handle;
}

it('the expiry handle lies at the expiry of a trade that is placed now, and states its duration', () => {
  const handle = handleOf(minutesLong(5));
  expect(handle.style.left).toBe('150px');
  expect(handle.getAttribute('aria-valuetext')).toMatch(/^5 min, a las /);
});

it('a drag of the expiry handle chooses each nearest duration that the asset offers, once', () => {
  const handle = handleOf(minutesLong(5));
  fireEvent.pointerDown(handle, { pointerId: 1, button: 0, isPrimary: true, clientX: 150 });
  for (const clientX of [152, 171, 108, 0]) fireEvent.pointerMove(handle, { pointerId: 1, clientX });
  expect(chosen).toEqual([minutesLong(7), minutesLong(1), secondsLong(30)]);
});

it('a pointer that only passes over the expiry handle chooses nothing', () => {
  fireEvent.pointerMove(handleOf(minutesLong(5)), { pointerId: 1, clientX: 300 });
  expect(chosen).toEqual([]);
});

it('the arrow keys on the expiry handle step through the durations, and do not reach the hotkeys', () => {
  const handle = handleOf(minutesLong(1));
  const heard: string[] = [];
  const hear = ({ key }: KeyboardEvent) => void heard.push(key);
  window.addEventListener('keydown', hear);
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', 'a']) fireEvent.keyDown(handle, { key });
  window.removeEventListener('keydown', hear);
  expect(chosen).toEqual([minutesLong(2), minutesLong(2), secondsLong(30)]);
  expect(heard).toEqual(['a']);
});

it('the handle is absent for a duration in ticks, and for an expiry out of view', () => {
  expect(show(ticksLong(5))).toBeNull();
  expect(show(minutesLong(60))).toBeNull();
});

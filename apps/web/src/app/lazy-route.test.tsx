import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lazyRoute } from './lazy-route.tsx';

const TITLE = 'No pudimos cargar esta pantalla';

let line: 'good' | 'broken' | 'part gone';
let asked: number;
let reloads: number;

beforeEach(() => {
  [line, asked, reloads] = ['good', 0, 0];
});
afterEach(cleanup);

const partOf = () =>
  lazyRoute(
    async () => {
      asked += 1;
      if (line !== 'good') throw new TypeError('Failed to fetch dynamically imported module');
      return { Screen: () => <h1>{'pantalla'}</h1> };
    },
    'Screen',
    { isServed: async () => line !== 'broken', reload: () => void (reloads += 1) },
  );

it('lazyRoute shows a preloaded part of the app at once', async () => {
  const Part = partOf();
  await Part.preload();
  render(<Part />);
  expect(screen.getByRole('heading', { name: 'pantalla' })).toBeDefined();
  expect(asked).toBe(1);
});

it('lazyRoute shows an error if a part of the app cannot be loaded, and shows the part once the device is online again', async () => {
  line = 'broken';
  const Part = partOf();
  await Part.preload();
  render(<Part />);
  expect(await screen.findByRole('heading', { name: TITLE })).toBeDefined();
  line = 'good';
  act(() => void fireEvent(window, new Event('online')));
  expect(await screen.findByRole('heading', { name: 'pantalla' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
});

it('lazyRoute retries on a click, and keeps its error message while the server does not respond', async () => {
  line = 'broken';
  const Part = partOf();
  render(<Part />);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  const before = asked;
  await act(async () => void fireEvent.click(retry));
  expect(asked).toBe(before + 1);
  expect(screen.getByRole('heading', { name: TITLE })).toBeDefined();
  expect(reloads).toBe(0);
  line = 'good';
  fireEvent.click(retry);
  expect(await screen.findByRole('heading', { name: 'pantalla' })).toBeDefined();
});

it('lazyRoute reloads the page if the server responds but no longer has the part', async () => {
  line = 'part gone';
  const Part = partOf();
  render(<Part />);
  const retry = await screen.findByRole('button', { name: 'Reintentar' });
  expect(reloads).toBe(0);
  await act(async () => void fireEvent.click(retry));
  expect(reloads).toBe(1);
});

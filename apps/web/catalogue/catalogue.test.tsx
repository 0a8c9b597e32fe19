import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { drawNothing } from '#shared/test/draw-nothing.ts';
import { Catalogue, SPECIMENS } from './catalogue.tsx';

/** All exports of shared/ui except its texts, so components and their helpers. */
const modules = import.meta.glob<Record<string, unknown>>(
  ['../src/shared/ui/*.{ts,tsx}', '!**/*.test.*', '!**/*.es.ts'],
  { eager: true },
);
const EXPORTS = Object.values(modules).flatMap((module) => Object.keys(module));
const SHOWN = SPECIMENS.flatMap(({ shows }) => shows);

beforeEach(() => drawNothing());
afterEach(cleanup);

it('the catalogue shows every export of shared/ui, and nothing else', () => {
  expect(EXPORTS.length).toBeGreaterThan(40);
  expect(EXPORTS.filter((name) => !SHOWN.includes(name))).toEqual([]);
  expect(SHOWN.filter((name) => !EXPORTS.includes(name))).toEqual([]);
});

it('the catalogue shows each export of shared/ui twice, in the light and in the dark theme', async () => {
  render(<Catalogue />);
  await screen.findByText('Catálogo');
  const titles = [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
  for (const { shows } of SPECIMENS) expect(titles.filter((title) => title === shows.join(' · '))).toHaveLength(2);
});

import type { Asset } from '@vigia/contract';
import { expect, it } from 'vitest';
import { assetOf } from '#shared/test/asset-of.ts';
import { symbolSections } from './symbol-sections.ts';

const asset = (symbol: string, type: Asset['type'], isOpen = true): Asset =>
  assetOf(symbol, { type, payout: 0.8, market_open: isOpen });
const ASSETS = [
  asset('EURUSD', 'forex', false),
  asset('GBPUSD', 'forex'),
  asset('BTCUSD', 'crypto'),
  asset('ETHUSD', 'crypto'),
];
const PAYOUTS: Readonly<Record<string, number>> = { EURUSD: 0.95, GBPUSD: 0.8, BTCUSD: 0.9 };

const sections = (taste: Partial<Parameters<typeof symbolSections>[1]>) =>
  symbolSections(
    ASSETS,
    { favourites: [], recent: [], isByPayout: false, ...taste },
    ({ symbol }) => PAYOUTS[symbol] ?? null,
  ).map(({ heading, assets }) => [heading, ...assets.map(({ symbol }) => symbol)]);

const CLOSED = ['Cerrados: tu fuente de precios no dice cuándo abren', 'EURUSD'];

it('assets are grouped by kind, and closed assets come last, even favourites', () => {
  const groups = [['Forex', 'GBPUSD'], ['Cripto', 'BTCUSD', 'ETHUSD'], CLOSED];
  expect(sections({})).toEqual(groups);
  expect(sections({ favourites: ['EURUSD'] })).toEqual(groups);
});

it('favourites and recent assets come first, each once, and unknown assets are left out', () => {
  expect(sections({ favourites: ['ETHUSD'], recent: ['BTCUSD', 'ETHUSD', 'GONE'] })).toEqual([
    ['Favoritos', 'ETHUSD'],
    ['Recientes', 'BTCUSD'],
    ['Forex', 'GBPUSD'],
    CLOSED,
  ]);
});

it('assets sorted by payout start with the highest, then come unknown payouts and closed assets', () => {
  expect(sections({ isByPayout: true })).toEqual([['Por pago', 'BTCUSD', 'GBPUSD', 'ETHUSD'], CLOSED]);
});

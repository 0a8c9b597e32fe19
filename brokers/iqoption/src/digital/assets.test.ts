import { expect, it } from 'vitest';
import { EMPTY_CATALOG } from '../assets.ts';
import { brokerAssetOf, digitalAssetOf, isDigitalSymbol, isOpenAt } from './assets.ts';

const row = { active_id: 76, is_suspended: false, name: 'EURUSD-op', schedule: [{ open: 100, close: 200 }] };
const asset = digitalAssetOf(row);

it.each([
  ['EURUSD-op', 'EURUSD-DIG', 'EUR/USD digital'],
  ['front.EURUSD-OTC', 'EURUSD-OTC-DIG', 'EUR/USD (OTC) digital'],
  ['AAPL', 'AAPL-DIG', 'AAPL digital'],
])('a digital asset named %s has the symbol %s', (name, symbol, shown) => {
  expect(digitalAssetOf({ ...row, name })).toMatchObject({ symbol, name: shown, activeId: 76 });
  expect(isDigitalSymbol(symbol)).toBe(true);
});

it('a digital asset is left out if its name is not a symbol, or if the symbol with its suffix is too long', () => {
  expect(digitalAssetOf({ ...row, name: 'Índice €' })).toBeNull();
  expect(digitalAssetOf({ ...row, name: 'A'.repeat(17) })).toBeNull();
});

it('a digital asset is open within its trading hours, unless it is suspended', () => {
  if (asset === null) throw new Error('no asset');
  expect([99_999, 100_000, 199_999, 200_000].map((ms) => isOpenAt(asset, ms))).toEqual([false, true, true, false]);
  expect(isOpenAt({ ...asset, isSuspended: true }, 150_000)).toBe(false);
});

it('a digital asset has no payout of its own, because each instrument has its own price, and no durations until its instruments are read', () => {
  if (asset === null) throw new Error('no asset');
  const shown = brokerAssetOf(asset, EMPTY_CATALOG, [], 150_000);
  expect(shown).toMatchObject({ payoutRatio: null, isPricedEach: true, durationsS: [], type: 'forex', decimals: 5 });
});

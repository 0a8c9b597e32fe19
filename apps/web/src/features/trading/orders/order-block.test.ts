import { expect, test } from 'vitest';
import { openTradesBlock, orderBlock, orderBlockText } from './order-block.ts';

const LIVE = { online: true, marketOpen: true, calledStale: false, priceAgeMs: 400 };

test.each([
  [{}, null],
  [{ online: false }, 'Sin conexión'],
  [{ marketOpen: false }, 'Mercado cerrado'],
  [{ priceAgeMs: null }, 'Esperando precio'],
  [{ calledStale: true }, 'Precio no fiable'],
  [{ calledStale: true, priceAgeMs: 4_100 }, 'Sin datos, 4 s'],
  [{ priceAgeMs: 12_000 }, 'Sin datos, 12 s'],
  [{ online: false, marketOpen: false, priceAgeMs: null }, 'Sin conexión'],
] as const)('orderBlock returns for the state %j the text %j', (change, text) => {
  const block = orderBlock({ ...LIVE, ...change });
  expect(block && orderBlockText(block)).toBe(text);
});

test.each([
  [undefined, null],
  [{ active_options: 2, max_concurrent_trades: 3 }, null],
  [{ active_options: 3, max_concurrent_trades: 3 }, 'Ya tienes 3 activas'],
  [{ active_options: 9, max_concurrent_trades: null }, null],
] as const)('openTradesBlock returns for the statistics %j the text %j', (stats, text) => {
  const block = openTradesBlock(stats);
  expect(block && orderBlockText(block)).toBe(text);
});

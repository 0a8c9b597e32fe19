import type { Option } from '@vigia/contract';
import { expect, it } from 'vitest';
import { signalNotification, tradeNotification } from './news.ts';

const WON: Option = {
  id: '018f4a6e-0000-7000-8000-000000000001',
  asset_symbol: 'EURUSD',
  option_type: 'CALL',
  amount: 10,
  payout: 0.85,
  duration: 5,
  duration_seconds: null,
  duration_ticks: null,
  ticks_passed: null,
  entry_price: 1.08545,
  entry_time: '2026-03-02T14:30:00.000Z',
  entry_tick_time: '2026-03-02T14:30:00.000Z',
  expiry_time: '2026-03-02T14:35:00.000Z',
  status: 'won',
  execution: 'confirmed',
  broker: 'mock',
  account: 'demo',
  currency: 'USD',
  mode: 'mock',
  origin: 'manual',
  source: 'simulated',
  profit: 8.5,
  settlement: null,
};
const SIGNAL = {
  id: '018f4a6e-0000-7000-8000-000000000002',
  asset: 'EURUSD',
  direction: 'PUT',
  entry_price: 1.08545,
  expiration_time: '2026-03-02T14:35:00.000Z',
  status: 'pending',
} as const;
const BY = { name: 'Racha', kind: 'pcr' } as const;

it.each([
  ['won', 8.5, 'Ganada: EURUSD CALL', 'Resultado +$8.50', 'won'],
  ['lost', -10, 'Perdida: EURUSD CALL', 'Resultado −$10.00', 'lost'],
  ['expired', 0, 'Empate: EURUSD CALL', 'Resultado $0.00', 'even'],
  ['cancelled', 0, 'Anulada: EURUSD CALL', 'El monto volvió a tu cuenta.', 'even'],
] as const)('tradeNotification describes the result of a trade: %s', (status, profit, title, text, mark) => {
  const trade = { ...WON, status, profit };
  expect(tradeNotification(trade, 7)).toMatchObject({ title, text, mark, atMs: 7, target: { kind: 'trade', trade } });
});

it('tradeNotification reports the result of a trade that was sold early, and not a returned stake', () => {
  const settledAt = '2026-03-02T14:33:00.000Z';
  const settlement = {
    price: null,
    tick_time: null,
    source: 'deriv',
    settled_at: settledAt,
    reason: 'sold',
    corrected_at: null,
  } as const;
  const news = tradeNotification({ ...WON, status: 'cancelled', profit: 1.4, settlement }, 7);
  expect(news).toMatchObject({ title: 'Vendida: EURUSD CALL', text: 'Resultado +$1.40' });
});

it('tradeNotification reports a trade whose outcome stays unknown as unknown, and not as a returned stake', () => {
  const news = tradeNotification({ ...WON, status: 'cancelled', profit: 0, execution: 'unknown' }, 7);
  expect(news).toMatchObject({ title: 'Sin aclarar: EURUSD CALL' });
  expect(news?.text).not.toContain('volvió');
});

it('tradeNotification reports an opened trade only if the user did not place it by a click', () => {
  const active = { ...WON, status: 'active', profit: null } as const;
  expect(tradeNotification(active, 7)).toBeNull();
  expect(tradeNotification({ ...active, origin: 'pcr' }, 7)).toMatchObject({ title: 'Abierta sola: EURUSD CALL' });
  expect(tradeNotification({ ...active, origin: 'strategy' }, 7)?.text).toContain('de una estrategia');
});

it('signalNotification reports a signal until its expiry, and links to the setup or strategy that created it', () => {
  const news = signalNotification(SIGNAL, BY, 5, 7);
  expect(news).toMatchObject({ title: 'Señal: EURUSD PUT', target: { kind: 'page', path: '/strategies/pcr' } });
  expect(news?.text).toMatch(/^Racha, en 1\.08545, vence a las \d\d:\d\d$/);
  const byStrategy = signalNotification(SIGNAL, { name: 'RSI', kind: 'strategy' }, 5, 7);
  expect(byStrategy?.target).toEqual({ kind: 'page', path: '/strategies/binarias' });
  expect(signalNotification({ ...SIGNAL, status: 'won' }, BY, 5, 7)).toBeNull();
});

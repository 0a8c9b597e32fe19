import type { NotificationView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { describe } from './describe.ts';
import { endedTrade, TRADE_ID } from './testing.ts';

const decimalsOf = () => 5;
const COMMON = { id: 7, created_at: '2026-03-02T14:30:00.000Z', is_read: false } as const;
const ASSET = { symbol: 'EURUSD', direction: 'PUT' } as const;

it.each([
  ['won', 8.5, 'Ganada: EURUSD CALL', 'Resultado +$8.50', 'won'],
  ['lost', -10, 'Perdida: EURUSD CALL', 'Resultado −$10.00', 'lost'],
  ['expired', 0, 'Empate: EURUSD CALL', 'Resultado $0.00', 'even'],
  ['cancelled', 0, 'Anulada: EURUSD CALL', 'El monto volvió a tu cuenta.', 'even'],
] as const)('describe states the result of a trade: %s', (status, profit, title, text, mark) => {
  const described = describe(endedTrade({ status, profit }), decimalsOf);
  expect(described).toMatchObject({ title, text, mark, topic: 'settled', target: { kind: 'trade', id: TRADE_ID } });
});

it('describe states the result of a trade that was sold early, and not a returned stake', () => {
  const described = describe(endedTrade({ status: 'cancelled', profit: 1.4, is_sold: true }), decimalsOf);
  expect(described).toMatchObject({ title: 'Vendida: EURUSD CALL', text: 'Resultado +$1.40' });
});

it('describe states that the outcome of a trade is unknown, and not that the stake was returned', () => {
  const described = describe(endedTrade({ status: 'cancelled', profit: 0, is_unclear: true }), decimalsOf);
  expect(described.title).toBe('Sin aclarar: EURUSD CALL');
  expect(described.text).not.toContain('volvió');
});

it('describe names the rules, price and expiry of a signal, and links to these rules', () => {
  const signal: NotificationView = {
    kind: 'signal',
    ...COMMON,
    ...ASSET,
    signal_id: TRADE_ID,
    automation: 'pcr',
    name: 'Racha',
    entry_price: 1.08545,
    expires_at: '2026-03-02T14:35:00.000Z',
  };
  const described = describe(signal, decimalsOf);
  expect(described).toMatchObject({ title: 'Señal: EURUSD PUT', target: { kind: 'page', path: '/strategies/pcr' } });
  expect(described.text).toMatch(/^Racha, en 1\.08545, vence a las \d\d:\d\d$/);
  expect(describe({ ...signal, automation: 'strategy' }, decimalsOf).path).toBe('/strategies/binarias');
});

it.each([
  ['automation_refused', 'Racha no operó: EURUSD PUT'],
  ['automation_resting', 'Racha descansa'],
  ['automation_stopped', 'Racha dejó de operar sola'],
] as const)('describe gives the reason of the server: %s', (kind, title) => {
  const message = 'Ya tienes el máximo de 3 operaciones activas.';
  const refusal = {
    automation: 'pcr',
    automation_id: TRADE_ID,
    name: 'Racha',
    code: 'too_many_active',
    message,
  } as const;
  expect(describe({ kind, ...COMMON, ...ASSET, ...refusal }, decimalsOf)).toMatchObject({ title, text: message });
});

it('describe names the address of a sign-in, and links to the security settings', () => {
  const signIn = { kind: 'new_sign_in', ...COMMON, user_agent: null, ip: '10.0.0.1' } as const;
  const described = describe(signIn, decimalsOf);
  expect(described.text).toContain('10.0.0.1');
  expect(described.target).toEqual({ kind: 'page', path: '/settings', hash: 'seguridad' });
  expect(describe({ ...signIn, ip: null }, decimalsOf).text).toMatch(/^Si no fuiste tú/);
});

it('describe names what is lost and back with one tag, so that the newer one replaces the older', () => {
  const broker = { ...COMMON, broker: 'deriv', name: 'Deriv' } as const;
  const lost = describe({ kind: 'broker_lost', ...broker }, decimalsOf);
  const back = describe({ kind: 'broker_back', ...broker }, decimalsOf);
  expect([lost.title, back.title]).toEqual(['Deriv se desconectó', 'Deriv volvió']);
  expect(back.tag).toBe(lost.tag);
  const feed = { ...COMMON, source: 'simulated', name: 'Mercado simulado' } as const;
  expect(describe({ kind: 'feed_lost', ...feed }, decimalsOf).title).toBe('Sin precios: Mercado simulado');
  expect(describe({ kind: 'feed_back', ...feed }, decimalsOf).mark).toBe('connected');
});

it('describe says when a broker session ends, and where another one is set', () => {
  const ends = { kind: 'broker_expiring', ...COMMON, broker: 'deriv', name: 'Deriv' } as const;
  const described = describe({ ...ends, expires_at: '2026-03-02T20:00:00.000Z' }, decimalsOf);
  expect(described.title).toMatch(/^Tu sesión en Deriv caduca: /);
  expect(described.target).toMatchObject({ path: '/connections' });
});

it('describe gives the reason of a limit, of rules that left real money, and of a channel that failed', () => {
  const message = 'Alcanzaste tu máximo de 5 operaciones por día.';
  const limit = { kind: 'limit_reached', ...COMMON, symbol: 'EURUSD', code: 'daily_trade_limit', message } as const;
  const described = describe({ ...limit, resets_at: '2026-03-03T00:00:00.000Z' }, decimalsOf);
  expect(described).toMatchObject({ title: 'Límite alcanzado: EURUSD', text: message, topic: 'limit' });
  const closed = describe({ kind: 'real_closed', ...COMMON, name: 'Racha', why: 'faltan datos' }, decimalsOf);
  expect(closed).toMatchObject({ title: 'Racha volvió a demo', topic: 'stopped' });
  expect(closed.text).toContain('faltan datos');
  const failed = describe({ kind: 'channel_failed', ...COMMON, channel: 'email' }, decimalsOf);
  expect(failed.target).toMatchObject({ path: '/settings', hash: 'avisos' });
});

import { expect, it } from 'vitest';
import type { NotificationView } from '../notifications.ts';
import { describeNews, type NewsFormats } from './describe-news.ts';

const TRADE_ID = '018f4a6e-0000-7000-8000-000000000001';
const COMMON = { id: 7, created_at: '2026-03-02T14:30:00.000Z', is_read: false } as const;
const ASSET = { symbol: 'EURUSD', direction: 'PUT' } as const;
const RULES = { automation: 'pcr', name: 'Racha', ...ASSET } as const;
const EXPIRES = '2026-03-02T14:35:00.000Z';
const FORMATS: NewsFormats = {
  time: (instant) => instant.slice(11, 16),
  profit: (amount, currency) => `${amount} ${currency}`,
  price: (price, symbol) => `${price} (${symbol})`,
};
const described = (view: NotificationView) => describeNews(view, FORMATS);

type Ended = Extract<NotificationView, { readonly kind: 'trade_ended' }>;
const ended = (change: Partial<Ended>): Ended => ({
  kind: 'trade_ended',
  ...COMMON,
  ...ASSET,
  trade_id: TRADE_ID,
  status: 'won',
  profit: 8.5,
  currency: 'USD',
  is_sold: false,
  is_unclear: false,
  ...change,
});

it.each([
  ['won', 8.5, 'Ganada: EURUSD PUT', 'Resultado 8.5 USD'],
  ['lost', -10, 'Perdida: EURUSD PUT', 'Resultado -10 USD'],
  ['expired', 0, 'Empate: EURUSD PUT', 'Resultado 0 USD'],
  ['cancelled', 0, 'Anulada: EURUSD PUT', 'El monto volvió a tu cuenta.'],
] as const)('describeNews states the result of a trade: %s', (status, profit, title, text) => {
  const tag = `trade ${TRADE_ID}`;
  expect(described(ended({ status, profit }))).toEqual({ title, text, tag, path: '/dashboard' });
});

it('describeNews states the result of a trade that was sold early, and not a returned stake', () => {
  const sold = described(ended({ status: 'cancelled', profit: 1.4, is_sold: true }));
  expect(sold).toMatchObject({ title: 'Vendida: EURUSD PUT', text: 'Resultado 1.4 USD' });
});

it('describeNews states that the outcome of a trade is unknown, and not that the stake was returned', () => {
  const unclear = described(ended({ status: 'cancelled', profit: 0, is_unclear: true }));
  expect(unclear.title).toBe('Sin aclarar: EURUSD PUT');
  expect(unclear.text).not.toContain('volvió');
});

it('describeNews names the rules, price and expiry of a signal, and links to these rules', () => {
  const signal = { kind: 'signal', ...COMMON, ...RULES, signal_id: TRADE_ID, entry_price: 1.08545 } as const;
  const words = { title: 'Señal: EURUSD PUT', text: 'De Racha, en 1.08545 (EURUSD), vence a las 14:35.' };
  expect(described({ ...signal, expires_at: EXPIRES })).toMatchObject({ ...words, path: '/strategies/pcr' });
  const strategy = { ...signal, expires_at: EXPIRES, automation: 'strategy' } as const;
  expect(described(strategy).path).toBe('/strategies/binarias');
});

it('describeNews names no stake of an order that rules opened', () => {
  const opened = { kind: 'automation_opened', ...COMMON, ...RULES, trade_id: TRADE_ID, stake: 12_345 } as const;
  const { text } = described({ ...opened, currency: 'USD', expires_at: EXPIRES });
  expect(text).toBe('De Racha, vence a las 14:35.');
});

it.each([
  ['automation_refused', 'Racha no operó: EURUSD PUT'],
  ['automation_resting', 'Racha descansa'],
  ['automation_stopped', 'Racha dejó de operar sola'],
] as const)('describeNews gives the reason of the server: %s', (kind, title) => {
  const message = 'Ya tienes el máximo de 3 operaciones activas.';
  const refusal = { ...COMMON, ...RULES, automation_id: TRADE_ID, code: 'too_many_active', message } as const;
  expect(described({ kind, ...refusal })).toMatchObject({ title, text: message, path: '/strategies/pcr' });
});

it.each([
  ['daily_loss_limit', 'Tu límite de pérdida diaria impidió una orden. Se reinicia a las 14:35.'],
  ['daily_trade_limit', 'Tu máximo de operaciones por día impidió una orden. Se reinicia a las 14:35.'],
  ['a_later_limit', 'Un límite de tu cuenta impidió una orden. Se reinicia a las 14:35.'],
])('describeNews names the limit %s and its reset, without an amount', (code, text) => {
  const limit = {
    kind: 'limit_reached',
    ...COMMON,
    symbol: 'EURUSD',
    message: 'hasta $5.00',
    resets_at: EXPIRES,
  } as const;
  const words = { title: 'Límite alcanzado: EURUSD', text, path: '/settings#limites' };
  expect(described({ ...limit, code })).toMatchObject(words);
});

it('describeNews gives loss and return of one connection the same tag, so the newer one replaces the older', () => {
  const broker = { ...COMMON, broker: 'deriv', name: 'Deriv' } as const;
  const [lost, back] = [described({ kind: 'broker_lost', ...broker }), described({ kind: 'broker_back', ...broker })];
  expect([lost.title, back.title]).toEqual(['Deriv se desconectó', 'Deriv volvió']);
  expect(back.tag).toBe(lost.tag);
  const feed = { ...COMMON, source: 'simulated', name: 'Mercado simulado' } as const;
  const [gone, here] = [described({ kind: 'feed_lost', ...feed }), described({ kind: 'feed_back', ...feed })];
  expect([gone.title, here.title]).toEqual(['Sin precios: Mercado simulado', 'Precios de vuelta: Mercado simulado']);
  expect(here.tag).toBe(gone.tag);
});

it('describeNews states when a broker session ends, and links to the page that accepts another one', () => {
  const ends = { kind: 'broker_expiring', ...COMMON, broker: 'deriv', name: 'Deriv', expires_at: EXPIRES } as const;
  expect(described(ends)).toMatchObject({ title: 'Tu sesión en Deriv caduca a las 14:35', path: '/connections' });
});

it('describeNews names the address of a sign-in, and links to the security settings', () => {
  const signIn = { kind: 'new_sign_in', ...COMMON, user_agent: null, ip: '10.0.0.1' } as const;
  expect(described(signIn)).toMatchObject({ path: '/settings#seguridad' });
  expect(described(signIn).text).toContain('10.0.0.1');
  expect(described({ ...signIn, ip: null }).text).toMatch(/^Si no fuiste tú/);
});

it('describeNews states the price of an alert and its level', () => {
  const alert = { kind: 'price_alert', ...COMMON, alert_id: TRADE_ID, symbol: 'EURUSD', level: 1.09 } as const;
  expect(described({ ...alert, crossed: 'up', price: 1.0901 })).toMatchObject({
    title: 'EURUSD está en 1.0901 (EURUSD)',
    text: 'Tu alerta: sube a 1.09 (EURUSD).',
    path: '/dashboard',
  });
  expect(described({ ...alert, crossed: 'down', price: 1.08 }).text).toBe('Tu alerta: baja a 1.09 (EURUSD).');
});

it('describeNews names the chat that was connected, and links to where it is disconnected', () => {
  const linked = described({ kind: 'chat_linked', ...COMMON, name: '@ana' });
  expect(linked).toMatchObject({ title: 'Conectaron un chat de Telegram a tu cuenta', path: '/settings#avisos' });
  expect(linked.text).toContain('@ana');
});

it('describeNews states why rules left real money, and which channel failed', () => {
  const closed = described({ kind: 'real_closed', ...COMMON, name: 'Racha', why: 'faltan datos' });
  expect(closed).toMatchObject({ title: 'Racha volvió a demo', text: 'Dejó de usar dinero real: faltan datos' });
  const failed = described({ kind: 'channel_failed', ...COMMON, channel: 'email' });
  expect(failed).toMatchObject({ title: 'Un aviso no llegó a tu correo', path: '/settings#avisos' });
});

it.each([
  ['order_in_doubt', 'Orden sin respuesta: EURUSD PUT'],
  ['order_resolved', 'Orden aclarada: EURUSD PUT'],
] as const)('describeNews states the outcome of an order: %s', (kind, title) => {
  expect(described({ kind, ...COMMON, ...ASSET, trade_id: TRADE_ID })).toMatchObject({ title, path: '/dashboard' });
});

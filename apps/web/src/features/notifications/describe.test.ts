import { NOTIFICATION_KINDS, type NotificationView } from '@vigia/contract';
import { expect, it } from 'vitest';
import { describe } from './describe.ts';
import { endedTrade, TRADE_ID } from './testing.ts';

const decimalsOf = () => 5;
const COMMON = { id: 7, created_at: '2026-03-02T14:30:00.000Z', is_read: false } as const;
const ASSET = { symbol: 'EURUSD', direction: 'PUT' } as const;

it.each([
  ['won', 8.5, 'Resultado +$8.50', 'won'],
  ['lost', -10, 'Resultado −$10.00', 'lost'],
  ['expired', 0, 'Resultado $0.00', 'even'],
  ['cancelled', 0, 'El monto volvió a tu cuenta.', 'even'],
] as const)(
  'the description of a trade that ended as %s states its result, and links to the trade',
  (status, profit, text, mark) => {
    const described = describe(endedTrade({ status, profit }), decimalsOf);
    expect(described).toMatchObject({ text, mark, topic: 'settled', target: { kind: 'trade', id: TRADE_ID } });
  },
);

it('the description of a signal states its price with the decimals of the asset, and links to the page of its rules', () => {
  const signal: NotificationView = {
    kind: 'signal',
    ...COMMON,
    ...ASSET,
    signal_id: TRADE_ID,
    automation: 'pcr',
    name: 'Racha',
    entry_price: 1.0854,
    expires_at: '2026-03-02T14:35:00.000Z',
  };
  const described = describe(signal, decimalsOf);
  expect(described.text).toMatch(/^De Racha, en 1\.08540, vence a las \d\d:\d\d\.$/);
  expect(described.target).toEqual({ kind: 'page', path: '/strategies/pcr', hash: undefined });
});

it('the description of a new sign-in links to the section of the page that its path names', () => {
  const signIn = { kind: 'new_sign_in', ...COMMON, user_agent: null, ip: '10.0.0.1' } as const;
  const described = describe(signIn, decimalsOf);
  expect(described).toMatchObject({ path: '/settings#seguridad', topic: 'security', mark: 'device' });
  expect(described.target).toEqual({ kind: 'page', path: '/settings', hash: 'seguridad' });
});

it('the descriptions of a lost and of a restored price source have different marks', () => {
  const feed = { ...COMMON, source: 'simulated', name: 'Mercado simulado' } as const;
  expect(describe({ kind: 'feed_lost', ...feed }, decimalsOf).mark).toBe('lost-connection');
  expect(describe({ kind: 'feed_back', ...feed }, decimalsOf).mark).toBe('connected');
});

it.each([
  { kind: 'order_in_doubt', ...COMMON, ...ASSET, trade_id: TRADE_ID },
  { kind: 'real_closed', ...COMMON, name: 'Racha', why: 'faltan datos' },
  { kind: 'broker_lost', ...COMMON, broker: 'deriv', name: 'Deriv' },
  { kind: 'channel_failed', ...COMMON, channel: 'email' },
] as const satisfies readonly NotificationView[])('the description of $kind has the topic of the contract', (view) => {
  const { topic } = describe(view, decimalsOf);
  expect(NOTIFICATION_KINDS[topic]).toContain(view.kind);
});

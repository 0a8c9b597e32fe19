import { randomUUID } from 'node:crypto';

/** Body of a paper order. */
export const ORDER_BODY = { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 1 };
/** Body of a push subscription of a browser. */
export const SUBSCRIPTION_BODY = {
  endpoint: `https://push.example.com/${randomUUID()}`,
  keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
  topics: ['settled', 'signal'],
};

/** A webhook at a port of this machine without a server. */
export const WEBHOOK_BODY = { name: 'Hoja', url: 'http://127.0.0.1:9/', topics: ['settled'], sends_log_head: true };

/** Query strings that restrict a page. A route refuses an unknown parameter. */
export const PAGE_QUERIES = [
  '',
  '?symbol=EURUSD&asset=EURUSD&timeframe=5m',
  '?symbol=EURUSD&timeframe=5s&limit=100',
  '?asset_symbol=EURUSD&timeframe=1m&limit=500',
  '?status=won&symbol=EURUSD&limit=20',
  `?from=${encodeURIComponent(new Date(Date.now() - 7 * 86_400_000).toISOString())}`,
  '?days=30',
  '?tag=noticia',
  `?month=${new Date().toISOString().slice(0, 7)}`,
];

/** Every user action. `:trade`, `:setup`, `:strategy`, `:push` and `:webhook` stand for ids of rows of the user. */
export const WRITE_REQUESTS: readonly (readonly [method: string, url: string, body?: object])[] = [
  ['POST', '/api/v1/trading/create-option', ORDER_BODY],
  ['PUT', '/api/v1/trading/option/:trade/note', { text: 'Entré tarde', tags: ['prisa'] }],
  ['PUT', '/api/v1/trading/option/:trade/note', { text: '', tags: [] }],
  ['POST', '/api/v1/trading/stop-all', {}],
  ['POST', '/api/v1/trading/resume-all', {}],
  ['POST', '/api/v1/trading/reality-check', {}],
  ['PUT', '/api/v1/account/limits', { max_stake: 100, max_concurrent_trades: 3, cool_down_minutes: 30 }],
  ['PUT', '/api/v1/account/preferences', { time_zone: 'UTC', default_symbol: 'EURUSD' }],
  ['PUT', '/api/v1/account/declaration', { adult: true, country: 'MX' }],
  ['POST', '/api/v1/account/bot-tokens', { name: 'bot', scopes: ['read'], expires_in_days: 1 }],
  ['PUT', '/api/pcr/setup/:setup', { name: 'Otro', is_active: false }],
  ['POST', '/api/pcr/setup/:setup/clone', { name: 'Copia' }],
  ['POST', '/api/pcr/setup/:setup/stop', { archive: true }],
  ['PUT', '/api/v1/strategies/:strategy', { name: 'Otra', type: 'rsi' }],
  ['POST', '/api/v1/strategies/:strategy/status', { status: 'paused' }],
  ['DELETE', '/api/v1/strategies/:strategy'],
  ['PUT', `/api/v1/drawings/${randomUUID()}`, { symbol: 'EURUSD', shape: { kind: 'horizontal_line', price: 1.1 } }],
  ['PUT', `/api/v1/price-alerts/${randomUUID()}`, { symbol: 'EURUSD', direction: 'up', level: 1_000_000 }],
  ['PUT', '/api/v1/notifications/settings', { email_topics: ['settled'], email_daily: false, quiet_hours: null }],
  ['POST', '/api/v1/notifications/read', { ids: [1], scope: 'up_to' }],
  ['PUT', '/api/v1/notifications/webhooks/:webhook', { ...WEBHOOK_BODY, name: 'Otra' }],
  ['POST', '/api/v1/notifications/webhooks/:webhook/tests', {}],
  ['POST', '/api/v1/notifications/webhooks/:webhook/secret', {}],
  ['POST', '/api/v1/notifications/webhooks/:webhook/enable', {}],
  ['DELETE', '/api/v1/notifications/webhooks/:webhook'],
  ['POST', '/api/v1/push/subscriptions/:push/test', {}],
  ['DELETE', '/api/v1/push/subscriptions/:push'],
  ['POST', '/api/v1/telegram/code', {}],
  ['PUT', '/api/v1/telegram/topics', { topics: ['settled'] }],
  ['PUT', '/api/v1/telegram/orders', { allows_orders: false }],
  ['POST', '/api/v1/telegram/test', {}],
  ['DELETE', '/api/v1/telegram'],
  ['POST', '/auth/v1/signup', { email: 'nueva@example.com', password: 'correct horse battery' }],
  ['POST', '/auth/v1/token?grant_type=password', { email: 'p5@example.com', password: 'correct horse battery' }],
  ['POST', '/auth/v1/recover', { email: 'p5@example.com' }],
  ['POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'otra' }],
  ['POST', '/api/v1/auth/recovery-code', { code: 'ABCD-EFGH-JKMN-PQRS' }],
  ['POST', '/auth/v1/logout?scope=others', {}],
];

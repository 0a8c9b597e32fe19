import { UNKNOWN_ROW_ID } from './testing-wire.ts';

const EMAIL = 'ana@example.com';
const PASSWORD = 'tormenta sobre el lago 7';
const CHALLENGE = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };

const WEBHOOK = { name: 'Hoja', url: 'https://hooks.example.com/x', topics: ['settled'], sends_log_head: true };

const DRAWN_AT = { time: '2026-11-18T13:00:00.000Z', price: 1.1 };

/** A body for each route that accepts one. The test replaces each value in turn. Some bodies are for several routes. */
export const ROUTE_BODIES: Readonly<Record<string, readonly (readonly [query: string, body: object])[]>> = {
  'POST /api/v1/auth/login': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/auth/signup': [
    ['', { email: EMAIL, password: PASSWORD, data: { username: 'ana', nested: { a: 'b' } } }],
  ],
  'POST /api/v1/auth/refresh': [['', { refresh_token: 'x' }]],
  'POST /api/v1/auth/not-me': [['', { token: 'x'.repeat(43) }]],
  'POST /api/v1/auth/factor-reset': [['', {}]],
  'POST /api/v1/auth/factor-reset/finish': [['', { password: PASSWORD }]],
  'POST /api/v1/auth/recovery-code': [['', { code: 'ABCD-EFGH-JKMN-PQRS' }]],
  'POST /api/v1/account/recovery-codes': [['', {}]],
  'POST /api/v1/account/proof': [
    ['', { password: PASSWORD }],
    ['', { code: '123456' }],
    ['', { mailed_digits: '123456' }],
  ],
  'POST /api/v1/account/bot-tokens': [
    ['', { name: 'bot', scopes: ['read'], expires_in_days: 1, allowed_ips: ['10.0.0.0/8'] }],
  ],
  'DELETE /api/v1/account/bot-tokens': [['', {}]],
  'DELETE /api/v1/account/bot-tokens/:id': [['', {}]],
  'POST /api/v1/account/bot-tokens/:id/resume': [['', {}]],
  'DELETE /api/v1/account/sessions/:id': [['', {}]],
  'POST /api/v1/trading/mode/switch': [['', { mode: 'mock', confirm: 'x' }]],
  'PUT /api/v1/trading/market-source': [['', { source: 'simulated' }]],
  'POST /api/v1/trading/mock/reset': [['', { balance: 100 }]],
  'POST /api/v1/trading/stop-all': [['', {}]],
  'POST /api/v1/trading/resume-all': [['', {}]],
  'POST /api/v1/trading/reality-check': [['', {}]],
  'PUT /api/v1/account/limits': [['', { max_stake: 100, max_concurrent_trades: 3, cool_down_minutes: 30 }]],
  'PUT /api/v1/account/preferences': [
    ['', { time_zone: 'UTC', default_symbol: 'EURUSD', default_timeframe: '5m', refresh_interval_s: 5 }],
  ],
  'PUT /api/v1/account/declaration': [['', { adult: true, country: 'MX' }]],
  'POST /api/v1/account/self-exclusion': [['', { period: 'x' }]],
  'POST /api/v1/account/delete': [['', { confirm: 'x', password: PASSWORD }]],
  'POST /api/v1/trading/create-option': [
    ['', { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5, shown_payout: 0.8 }],
  ],
  'POST /api/v1/trading/option/:id/sale': [['', { min_price: 9.5 }]],
  'POST /api/v1/multi-broker/connect/:broker': [
    ['', { email: EMAIL, password: PASSWORD }],
    ['', { session_token: 'x'.repeat(20), cookies: 'a=1; b=2', user_agent: 'Mozilla/5.0' }],
  ],
  'POST /api/v1/multi-broker/connect/deriv': [['', { api_token: 'pat_x', app_id: '1' }]],
  'POST /api/v1/multi-broker/test/:broker': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/trading/credentials/iqoption': [['', { email: EMAIL, password: PASSWORD }]],
  'POST /api/v1/multi-broker/code/:broker': [['', { code: '123456' }]],
  'POST /api/v1/multi-broker/consent/:broker': [['', {}]],
  'POST /api/v1/multi-broker/consent/:broker/finish': [['', { code: 'x', state: 'x'.repeat(43) }]],
  'POST /api/v1/multi-broker/account/:broker': [['', { account_type: 'demo', confirm: 'x' }]],
  'POST /api/v1/multi-broker/active/:broker': [['', {}]],
  'POST /api/v1/multi-broker/practice-balance/:broker': [['', {}]],
  'POST /api/v1/multi-broker/oddities/:broker': [['', {}]],
  'POST /api/v1/multi-broker/logins/:broker/save': [['', {}]],
  'POST /api/v1/multi-broker/logins/:broker/use': [['', { login_id: '00000000-0000-4000-8000-000000000009' }]],
  'POST /api/v1/multi-broker/logins/:broker/label': [
    ['', { login_id: '00000000-0000-4000-8000-000000000009', label: 'Otra' }],
  ],
  'POST /api/v1/multi-broker/logins/:broker/forget': [['', { login_id: '00000000-0000-4000-8000-000000000009' }]],
  'POST /api/v1/multi-broker/check/:broker': [['', {}]],
  'POST /api/v1/multi-broker/check/:broker/order': [['', { send: true }]],
  'DELETE /api/v1/multi-broker/check/:broker': [['', {}]],
  'POST /api/v1/multi-broker/disconnect/:broker': [['', {}]],
  'DELETE /api/v1/multi-broker/credentials/:broker': [['', {}]],
  'POST /api/v1/multi-broker/trade/:broker': [
    ['', { asset_symbol: 'EURUSD', option_type: 'CALL', amount: 10, duration: 5, shown_payout: 0.8 }],
  ],
  'POST /api/pcr/setup': [
    ['', { name: 'Mío', asset: 'EURUSD', patterns: { minLength: 3, zone: { optimoRatio: 0.3 } }, expiry: 5 }],
    ['', { name: 'Mío', asset: 'EURUSD', filters: [{ filter: 'hours', from: '07:00', to: '09:00' }], is_active: 1 }],
    ['', { name: 'Mío', asset: 'EURUSD', moneyManagement: { betType: 'martingale', fixedAmount: 10, steps: 2 } }],
  ],
  'PUT /api/pcr/setup/:id': [['', { name: 'Mío', is_active: true }]],
  'PUT /api/pcr/setup/:id/account': [['', { broker: 'mock' }]],
  'PUT /api/pcr/setup/:id/graduation': [['', { broker: 'iqoption', confirm: 'x' }]],
  'POST /api/pcr/setup/:id/stop': [['', { archive: true }]],
  'POST /api/pcr/setup/:id/clone': [['', { name: 'Copia' }]],
  'POST /api/v1/backtests': [
    ['', { subject: { kind: 'pcr', setup: { expiry: 5 } }, data: { source: 'history', asset: 'EURUSD' }, payout: 0.8 }],
  ],
  'POST /api/v1/backtests/looks': [
    ['', { subject: { kind: 'pcr', setup: {} }, data: { source: 'history', asset: 'EURUSD' } }],
  ],
  'POST /api/v1/backtests/sweeps': [
    [
      '',
      {
        subject: { kind: 'pcr', setup: {} },
        data: { source: 'csv', upload_id: UNKNOWN_ROW_ID },
        ranges: [{ path: 'expiry', from: 5, to: 6, step: 1 }],
      },
    ],
  ],
  'POST /api/v1/backtests/grids': [
    [
      '',
      {
        subject: { kind: 'pcr', setup: {} },
        data: [{ source: 'history', asset: 'EURUSD' }],
        timeframes: ['5m'],
        lengths: [{ duration: 5 }, { duration_seconds: 15 }],
      },
    ],
  ],
  'POST /api/v1/backtests/:id/cell-tests': [['', { cell: 0 }]],
  'POST /api/v1/backtests/:id/proofs': [['', {}]],
  'POST /api/v1/backtests/data': [['', {}]],
  'POST /api/v1/history-fetches': [['', { broker: 'deriv', symbol: 'EURUSD' }]],
  'POST /api/v1/history-fetches/:id/cancel': [['', {}]],
  'POST /api/v1/price-files': [['?symbol=EURUSD&name=mine.csv', {}]],
  'POST /api/v1/price-files/:id/confirm': [['', { time_zone: 'UTC' }]],
  'DELETE /api/v1/price-files/:id': [['', {}]],
  'POST /api/v1/backtests/:id/cancel': [['', {}]],
  'DELETE /api/v1/backtests/:id': [['', {}]],
  'POST /api/v1/strategies': [
    ['', { type: 'rsi', name: 'Mía', asset: 'EURUSD', parameters: { rsi_period: 14, oversold: 30 }, status: 'active' }],
    ['', { type: 'moving_average', name: 'Mía', description: 'x', parameters: { ma_type: 'sma' }, auto_trade: true }],
  ],
  'PUT /api/v1/strategies/:id': [['', { type: 'macd', name: 'Mía', parameters: { fast: 12 }, timeframe: '5m' }]],
  'PUT /api/v1/strategies/:id/account': [['', { broker: 'mock' }]],
  'PUT /api/v1/strategies/:id/graduation': [['', { broker: 'iqoption', confirm: 'x' }]],
  'PUT /api/v1/strategies/:id/door': [
    ['', { format: 'json', names: ['Euro'], max_age_seconds: 10 }],
    ['', { format: 'pattern', pattern: '{direction} {symbol}' }],
  ],
  'POST /api/v1/strategies/:id/door/address': [['', { signed: false }]],
  'DELETE /api/v1/strategies/:id/door/address': [['', {}]],
  'PUT /api/v1/strategies/:id/door/members': [['', { strategy_ids: [UNKNOWN_ROW_ID] }]],
  'POST /api/v1/signals': [['', { strategy_id: UNKNOWN_ROW_ID, direction: 'CALL', symbol: 'EURUSD', id: 'A-7' }]],
  'POST /api/v1/hooks/:secret': [['', { direction: 'buy', symbol: 'EURUSD', id: 'A-7' }]],
  'POST /api/v1/strategies/:id/status': [['', { status: 'paused' }]],
  'DELETE /api/v1/strategies/:id': [['', {}]],
  'POST /api/v1/strategies/:id/backtest': [['', { data: { source: 'history', asset: 'EURUSD' }, stake: 10 }]],
  'POST /api/pcr/setup/:id/backtest': [['', { data: { source: 'history', asset: 'EURUSD' }, stake: 10 }]],
  'POST /api/v1/push/subscriptions': [
    [
      '',
      {
        endpoint: 'https://push.example.com/abc',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
        topics: ['settled', 'signal'],
      },
    ],
  ],
  'DELETE /api/v1/push/subscriptions/:id': [['', {}]],
  'POST /api/v1/push/subscriptions/:id/test': [['', {}]],
  'POST /api/v1/telegram/code': [['', {}]],
  'PUT /api/v1/telegram/topics': [['', { topics: ['stopped', 'security'] }]],
  'PUT /api/v1/telegram/orders': [['', { allows_orders: false }]],
  'POST /api/v1/telegram/test': [['', {}]],
  'DELETE /api/v1/telegram': [['', {}]],
  'POST /api/v1/telegram/updates': [['', { update_id: 1 }]],
  'POST /api/v1/notifications/webhooks': [['', WEBHOOK]],
  'PUT /api/v1/notifications/webhooks/:id': [['', WEBHOOK]],
  'DELETE /api/v1/notifications/webhooks/:id': [['', {}]],
  'POST /api/v1/notifications/webhooks/:id/secret': [['', {}]],
  'POST /api/v1/notifications/webhooks/:id/enable': [['', {}]],
  'POST /api/v1/notifications/webhooks/:id/tests': [['', {}]],
  'PUT /api/v1/notifications/settings': [
    ['', { email_topics: ['security'], email_daily: true, quiet_hours: { from: '22:00', to: '07:00' } }],
    ['', { email_topics: [], email_daily: false, quiet_hours: null }],
  ],
  'POST /api/v1/notifications/read': [
    ['', { ids: [1], scope: 'these' }],
    ['', { ids: [1], scope: 'up_to' }],
  ],
  'PUT /api/v1/drawings/:id': [
    ['', { symbol: 'EURUSD', shape: { kind: 'horizontal_line', price: 1.1 } }],
    ['', { symbol: 'EURUSD', shape: { kind: 'rectangle', from: DRAWN_AT, to: DRAWN_AT } }],
    ['', { symbol: 'EURUSD', shape: { kind: 'text', at: DRAWN_AT, text: 'Techo' } }],
  ],
  'DELETE /api/v1/drawings/:id': [['', {}]],
  'PUT /api/v1/trading/option/:id/note': [['', { text: 'Entré tarde', tags: ['prisa', 'noticia'] }]],
  'PUT /api/v1/price-alerts/:id': [['', { symbol: 'EURUSD', direction: 'up', level: 1_000_000 }]],
  'DELETE /api/v1/price-alerts/:id': [['', {}]],
  'POST /auth/v1/signup': [
    ['', { email: EMAIL, password: PASSWORD, phone: '', data: { username: 'ana', phone: '1' }, ...CHALLENGE }],
    ['', { data: { first_name: 'ana' } }],
  ],
  'POST /auth/v1/token': [
    ['?grant_type=password', { email: EMAIL, password: PASSWORD }],
    ['?grant_type=refresh_token', { refresh_token: 'x' }],
    ['?grant_type=pkce', { auth_code: UNKNOWN_ROW_ID, code_verifier: 'v'.repeat(43) }],
  ],
  'POST /auth/v1/logout': [['?scope=local', {}]],
  'PUT /auth/v1/user': [
    ['', { data: { username: 'ana', any: 'x' } }],
    ['', { email: EMAIL, password: PASSWORD, current_password: PASSWORD, nonce: '123456', phone: '' }],
    ['', { app_metadata: { role: 'admin' } }],
  ],
  'POST /auth/v1/verify': [
    ['', { type: 'signup', token_hash: 'x' }],
    ['', { type: 'recovery', email: EMAIL, token: '123456' }],
  ],
  'POST /auth/v1/recover': [['', { email: EMAIL, ...CHALLENGE }]],
  'POST /auth/v1/resend': [['', { type: 'signup', email: EMAIL, phone: '' }]],
  'POST /auth/v1/factors': [['', { factor_type: 'totp', friendly_name: 'app', issuer: 'Vigía' }]],
  'POST /auth/v1/factors/:id/challenge': [['', {}]],
  'POST /auth/v1/factors/:id/verify': [['', { challenge_id: UNKNOWN_ROW_ID, code: '123456' }]],
  'DELETE /auth/v1/factors/:id': [['', {}]],
  'PATCH /rest/v1/users': [
    [
      '?id=eq.ID',
      { username: 'ana', first_name: 'a', last_name: 'b', phone: '1', risk_level: 'medium', time_zone: 'UTC' },
    ],
    ['?id=eq.ID', { default_trade_amount: 10, max_concurrent_trades: 3 }],
  ],
  'POST /rest/v1/users': [['', { id: UNKNOWN_ROW_ID }]],
  'PUT /rest/v1/users': [['', { id: UNKNOWN_ROW_ID }]],
  'DELETE /rest/v1/users': [['?id=eq.ID', {}]],
};

/** Factor of the sample: `npm test` sends only every third request, `npm run test:all` sends all. */

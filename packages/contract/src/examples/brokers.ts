/** Documentation examples of connections to brokers. */

const CONNECTION_INFO = {
  credential_kind: 'password',
  credential_hint: 'a…@example.com',
  credential_label: 'Personal',
  code_required: false,
  error_code: null,
  retry_at: null,
  connected_at: '2026-11-20T13:58:10.120Z',
  expires_at: null,
  clock_offset_ms: -42,
  round_trip_ms: 118,
  oddities: [],
  closed_for_orders: false,
};

const ACCOUNTS = [
  { id: 'VRTC901234', type: 'demo', currency: 'USD', balance: 10_000, in_use: true },
  { id: 'CR120034', type: 'real', currency: 'USD', balance: 250.5, in_use: true },
];

export const BROKER_STATUS = {
  broker: 'iqoption',
  connection_status: 'connected',
  is_active: true,
  current_account_type: 'demo',
  account_info: { account_id: 'VRTC901234', current_balance: 10_000, currency: 'USD', accounts: ACCOUNTS },
  connection_info: CONNECTION_INFO,
  last_error_message: null,
  saved_logins: [
    { id: '6f1d2c3b-4a59-4e68-8777-9a0b1c2d3e4f', label: 'Conservadora', kind: 'password', hint: 'o…@example.com' },
  ],
  has_valid_credentials: true,
};

export const BROKER_STATUS_RESPONSE = { success: true, message: 'Conectado a IQ Option.', ...BROKER_STATUS };

export const BROKER = {
  id: 'iqoption',
  name: 'iqoption',
  display_name: 'IQ Option',
  auth_type: 'password',
  credential_kinds: ['password'],
  offers_consent: false,
  is_official: false,
  is_experimental: false,
  forbids_bots: false,
  resets_practice: true,
  on_equal_prices: 'tie',
  words: {
    site: 'iqoption.com',
    known: 'No pudimos comprobar si sus condiciones permiten entrar así; podría cerrarte el acceso.',
    steps: null,
  },
  status: BROKER_STATUS,
};

export const BROKER_ASSET = {
  symbol: 'EURUSD-OTC',
  name: 'EUR/USD (OTC)',
  type: 'forex',
  decimals: 5,
  is_open: true,
  durations_s: [60, 120, 300],
  payout: 0.86,
  min_trade_amount: 1,
  max_trade_amount: 5_000,
};

export const CONNECT_BODIES = [
  { email: 'ana@example.com', password: 'tu-contraseña-del-bróker' },
  { api_token: 'pat_xxxxxxxx', app_id: '12345' },
  { session_token: 'token-de-tu-navegador', cookies: 'a=1; b=2', user_agent: 'Mozilla/5.0' },
];

export const CONSENT_FINISH = { code: 'codigo-de-la-pagina-del-broker', state: 'w7Jp2s' };

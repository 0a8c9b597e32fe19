/** Rows in the form in which the migration steps `since` to `until` stored them. */
type OldRows = { readonly since: number; readonly until?: number; readonly rows: string };

const [PERSON, ACCOUNT, TRADE, SETUP, SIGNAL] = ['a', 'b', 'c', 'd', 'e'].map(
  (digit) => `'00000000-0000-4000-8000-00000000000${digit}'`,
);

/** The day of the rows below. */
export const OLD_ROWS_DAY = '2026-11-20';

/** SQL of a user with a won trade, a setup and its signal, and of rows of later migration steps. */
export const OLD_ROWS_SQL: readonly OldRows[] = [
  {
    since: 1,
    rows: `
      INSERT INTO auth_users (id, is_anonymous, created_at, updated_at) VALUES (${PERSON}, true, now(), now());
      INSERT INTO users (id, created_at, updated_at) VALUES (${PERSON}, now(), now());
      INSERT INTO user_settings (user_id, updated_at) VALUES (${PERSON}, now());
      INSERT INTO auth_sessions (id, user_id, refresh_key, rotated_at, amr, created_at, last_seen_at)
        VALUES (gen_random_uuid(), ${PERSON}, '', now(), '[]', now(), now());
      INSERT INTO accounts (id, user_id, broker, kind, created_at) VALUES (${ACCOUNT}, ${PERSON}, 'mock', 'mock',
        now());
      SELECT ensure_day_partitions('${OLD_ROWS_DAY}', '${OLD_ROWS_DAY}');
      INSERT INTO ticks (source, symbol, time_ms, price) VALUES ('simulated', 'EURUSD', 1795132800000, 1.1);
      INSERT INTO candles_1m VALUES ('simulated', 'EURUSD', 1795132800, 1.1, 1.2, 1.0, 1.1);
      INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
        stake_minor,
                          payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status,
                            execution,
                          profit_minor, settled_at, created_at)
        VALUES (${TRADE}, ${PERSON}, ${ACCOUNT}, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000, 8500, 1,
                1.1, 0, '2026-11-20T14:00:00Z', '2026-11-20T14:01:00Z', 'won', 'confirmed', 850, '2026-11-20T14:01:00Z',
                '2026-11-20T14:00:00Z');
      INSERT INTO trade_events (trade_id, seq, at, kind) VALUES (${TRADE}, 1, '2026-11-20T14:00:00Z', 'x');
      INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
        created_at, updated_at)
        VALUES (${SETUP}, ${PERSON}, 'Mío', 'EURUSD', '1m', true, '{}', 0, now(), now(), now());
      INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash,
        hash, published_at)
        VALUES (${SIGNAL}, ${SETUP}, 1, 1795132800, 1795132860000, 1795133160000, '{}', '', '', now());`,
  },
  {
    since: 1,
    until: 2,
    rows: `
      INSERT INTO ledger_transfers (id, account_id, kind, phase, created_at)
        VALUES (${TRADE}, ${ACCOUNT}, 'deposit', 'funding', now());
      INSERT INTO ledger_entries (transfer_id, account_id, book, amount_minor)
        VALUES (${TRADE}, ${ACCOUNT}, 'user_cash', 1000), (${TRADE}, ${ACCOUNT}, 'equity', -1000);
      INSERT INTO settlement_records (trade_id, source, entry_price, entry_tick_ms, settle_price, settle_tick_ms,
        settled_at)
        VALUES (${TRADE}, 'simulated', 1.1, 0, 1.2, 0, now());`,
  },
  {
    since: 2,
    rows: `
      INSERT INTO security_log (user_id, seq, at, kind, previous_hash, hash) VALUES (${PERSON}, 1, now(),
        'signed_in', '', '');
      INSERT INTO bot_tokens (id, user_id, name, token_hash, last_four, scopes, created_at, expires_at)
        VALUES (gen_random_uuid(), ${PERSON}, 'bot', '', 'abcd', '{read}', now(), now());
      INSERT INTO mail_outbox (id, kind, state, next_attempt_at, expires_at, created_at)
        VALUES (gen_random_uuid(), 'signup', 'sent', now(), now(), now());`,
  },
  {
    since: 3,
    rows: `
      INSERT INTO ledger_transfers (id, account_id, kind, phase, created_at, user_cash_minor, equity_minor)
        VALUES (${TRADE}, ${ACCOUNT}, 'deposit', 'funding', now(), 1000, -1000);`,
  },
  {
    since: 4,
    rows: `
      INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time,
        live_since, created_at, updated_at)
        VALUES (gen_random_uuid(), ${PERSON}, 'RSI', 'rsi', 'EURUSD', '1m', '{}', 'active', 0, now(), now(), now());`,
  },
  {
    since: 4,
    until: 41,
    rows: `
      INSERT INTO backtests (id, user_id, kind, request, data_key, variants, status, created_at)
        VALUES (gen_random_uuid(), ${PERSON}, 'single', '{}', 'EURUSD', 1, 'done', now());`,
  },
  {
    since: 42,
    rows: `
      INSERT INTO backtests (id, user_id, kind, request, variants, status, created_at)
        VALUES (gen_random_uuid(), ${PERSON}, 'single', '{}', 1, 'done', now());
      INSERT INTO data_families (id, user_id, symbols, prints, tries, rules, maxima, spent, created_at, last_tried_at)
        VALUES (gen_random_uuid(), ${PERSON}, '{EURUSD}', '{}', 1, 1, '', '', now(), now());`,
  },
  {
    since: 5,
    rows: `
      INSERT INTO user_data_keys VALUES (${PERSON}, 'key', '', now());
      INSERT INTO broker_connections (user_id, broker, is_wanted, updated_at) VALUES (${PERSON}, 'deriv', true,
        now());`,
  },
  {
    since: 8,
    rows: `
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics,
        created_at)
        SELECT gen_random_uuid(), user_id, id, 'https://push.example.com', sha256('x'), 'x', 'x', '{settled}', now() FROM auth_sessions;`,
  },
  {
    since: 9,
    rows: `
      INSERT INTO drawings (id, user_id, symbol, kind, from_price, created_at, updated_at)
        VALUES (gen_random_uuid(), ${PERSON}, 'EURUSD', 'horizontal_line', 1.1, now(), now());`,
  },
];

/** Number of users in the tables. */
const MANY_PEOPLE = 20_000;
const TRADERS = 2_000;
const TRADES_EACH = 60;
const ENDED_TRADES = TRADERS * TRADES_EACH;

/**
 * SQL that fills every table that grows with users and time, for thirty days. It runs as the superuser and with
 * triggers and foreign keys off, because its rows are already consistent.
 */
export const MANY_ROWS_SQL = `
  SET session_replication_role = replica;
  SELECT ensure_day_partitions((now() - interval '31 days')::date, now()::date);

  CREATE TEMP TABLE person AS
    SELECT row_number() OVER (ORDER BY id) AS n, id FROM auth_users;
  INSERT INTO person SELECT n, gen_random_uuid() FROM generate_series((SELECT count(*) + 1 FROM person),
    ${MANY_PEOPLE}) n;
  CREATE TEMP TABLE newcomer AS SELECT * FROM person WHERE id NOT IN (SELECT id FROM auth_users);
  INSERT INTO auth_users (id, email, email_confirmed_at, created_at, updated_at, last_sign_in_at)
    SELECT id, 'p' || n || '@example.com', now(), now() - interval '40 days', now(), now() FROM newcomer;
  INSERT INTO users (id, email, created_at, updated_at) SELECT id, 'p' || n || '@example.com', now(), now()
    FROM newcomer;
  INSERT INTO user_settings (user_id, updated_at) SELECT id, now() FROM newcomer;
  INSERT INTO accounts (id, user_id, broker, kind, created_at, cash_minor)
    SELECT gen_random_uuid(), id, 'mock', 'mock', now() - interval '40 days', 1000000 FROM newcomer;
  INSERT INTO auth_sessions (id, user_id, refresh_key, rotated_at, amr, created_at, last_seen_at)
    SELECT gen_random_uuid(), id, '\\x00', now(), '[]', now() - interval '1 day', now() FROM newcomer;
  INSERT INTO auth_factors (id, user_id, friendly_name, status, secret_sealed, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'app', 'verified', '\\x00', now(), now() FROM newcomer;
  INSERT INTO auth_challenges (id, factor_id, session_id, created_at)
    SELECT gen_random_uuid(), f.id, s.id, now() - interval '1 hour' FROM auth_factors f
      JOIN auth_sessions s USING (user_id);
  INSERT INTO auth_recovery_codes (user_id, code_hash, created_at) SELECT id, sha256(id::text::bytea), now()
    FROM newcomer;
  INSERT INTO auth_one_time_tokens (user_id, kind, token_hash, digits_hash, redirect_to, created_at, expires_at)
    SELECT id, 'recovery', sha256(id::text::bytea), '\\x00', '/', now(), now() + interval '1 hour' FROM newcomer;
  INSERT INTO auth_codes (code_hash, user_id, method, code_challenge, code_challenge_method, created_at)
    SELECT sha256(id::text::bytea), id, 'signup', 'x', 'plain', now() FROM newcomer;
  INSERT INTO bot_tokens (id, user_id, name, token_hash, last_four, scopes, created_at, expires_at)
    SELECT gen_random_uuid(), id, 'bot', sha256(id::text::bytea), 'abcd', '{read}', now(), now() + interval '1 day' FROM person;
  INSERT INTO self_excluded_addresses SELECT sha256(id::text::bytea), now() + interval '1 day' FROM newcomer;
  INSERT INTO security_log (user_id, seq, at, kind, previous_hash, hash)
    SELECT id, s + 100, now() - s * interval '1 hour', 'signed_in', '\\x00', '\\x00' FROM newcomer,
      generate_series(1, 3) s;
  INSERT INTO security_log_heads SELECT id, 103, '\\x00' FROM newcomer;
  INSERT INTO user_data_keys SELECT id, 'key', '\\x00', now() FROM newcomer;
  INSERT INTO broker_credentials (user_id, broker, kind, hint, sealed, stored_at)
    SELECT id, 'deriv', 'api_token', 'abcd', '\\x00', now() FROM newcomer;
  INSERT INTO broker_connections (user_id, broker, is_wanted, updated_at) SELECT id, 'deriv', false, now()
    FROM newcomer;

  INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
    stake_minor, payout_bp,
                      duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status, execution,
                        profit_minor,
                      settled_at, settle_price, settle_tick_ms, last_seq, created_at)
    SELECT gen_random_uuid(), p.id, a.id, 'mock', 'mock', 'mock', 'manual', 'EURUSD', 'simulated', 'CALL', 1000, 8500, 5, 1.1,
           0, t.at, t.at + interval '5 minutes', 'won', 'confirmed', 850, t.at + interval '5 minutes', 1.2, 0, 3, t.at
    FROM (SELECT s, now() - interval '30 days' + s * interval '30 days' / ${ENDED_TRADES + 400} AS at
          FROM generate_series(1, ${ENDED_TRADES}) s) t
    JOIN person p ON p.n = 1 + t.s % ${TRADERS} JOIN accounts a ON a.user_id = p.id AND a.kind = 'mock';
  INSERT INTO trade_events (trade_id, seq, at, kind)
    SELECT id, s, entry_time, 'x' FROM trades, generate_series(1, 3) s;
  INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor,
    broker_pnl_minor, created_at)
    SELECT id, account_id, 'stake_hold', 'hold', id, -1000, 1000, 0, entry_time FROM trades
    UNION ALL SELECT id, account_id, 'settle', 'settlement', id, 1850, -1000, -850, settled_at FROM trades;
  INSERT INTO idempotency_keys SELECT user_id, id::text, '\\x00', '{}', entry_time FROM trades WHERE entry_time > now() - interval '10 days';

  INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
    created_at, updated_at)
    SELECT gen_random_uuid(), id, 'Mío', 'EURUSD', '1m', false, '{}', 0, now(), now(), now() - n * interval '1 minute' FROM person;
  INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since, created_at)
    SELECT id, 1, asset, timeframe, definition, anchor_time, live_since, created_at FROM pcr_setups
    ON CONFLICT DO NOTHING;
  INSERT INTO pcr_states SELECT id, 1, 1, 0, '{}', now() FROM pcr_setups ON CONFLICT DO NOTHING;
  INSERT INTO pcr_signals (id, setup_id, seq, candle_time, entry_time_ms, expiration_ms, body, previous_hash, hash,
    published_at)
    SELECT gen_random_uuid(), s.id, n, extract(epoch FROM now())::bigint - n * 7200, (extract(epoch
      FROM now())::bigint - n * 7200) * 1000,
           (extract(epoch FROM now())::bigint - n * 7200 + 300) * 1000,
             '{"direction": "CALL", "source": "simulated", "entry_price": 1.1}', '', '',
           now() - n * interval '2 hours'
    FROM pcr_setups s, generate_series(1, 5) n WHERE s.user_id IS NOT NULL;
  INSERT INTO pcr_signal_outcomes
    SELECT id, 'won', 1.1, to_timestamp(expiration_ms / 1000.0) FROM pcr_signals ON CONFLICT DO NOTHING;
  INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, anchor_time, live_since,
    created_at, updated_at)
    SELECT gen_random_uuid(), id, 'RSI', 'rsi', 'EURUSD', '1m', '{}', 'inactive', 0, now(), now(), now() - n * interval '1 minute' FROM person;
  INSERT INTO strategy_versions
    SELECT id, 1, type, asset, timeframe, parameters, anchor_time, live_since, created_at FROM strategies;
  INSERT INTO signal_doors (strategy_id, user_id, format, names, max_age_seconds, secret_hash, address_since,
    updated_at)
    SELECT id, user_id, 'json', '{}', 10, decode(md5(id::text), 'hex'), now(), now() FROM strategies;
  INSERT INTO external_messages (id, strategy_id, user_id, received_at, candle_time, text, text_hash, state, reason,
    sentence)
    SELECT gen_random_uuid(), s.id, s.user_id, now() - n * interval '2 hours', n, '{}', '\\x00', 'refused', 'burst', 'x'
    FROM strategies s, generate_series(1, 5) n;
  INSERT INTO strategy_signals (id, strategy_id, seq, version, candle_time, entry_time_ms, expiration_ms, body,
    previous_hash, hash, published_at)
    SELECT gen_random_uuid(), s.id, n, 1, extract(epoch FROM now())::bigint - n * 7200, (extract(epoch
      FROM now())::bigint - n * 7200) * 1000,
           (extract(epoch FROM now())::bigint - n * 7200 + 300) * 1000,
             '{"direction": "CALL", "source": "simulated", "entry_price": 1.1}', '', '',
           now() - n * interval '2 hours'
    FROM strategies s, generate_series(1, 5) n;
  INSERT INTO strategy_signal_outcomes SELECT id, 'won', 1.1, to_timestamp(expiration_ms / 1000.0)
    FROM strategy_signals;
  INSERT INTO automation_decisions (signal_id, automation, automation_id, user_id, decision, code, decided_at)
    SELECT g.id, 'pcr', s.id, s.user_id, 'late', 'late_order', now() FROM pcr_signals g JOIN pcr_setups s
      ON s.id = g.setup_id
    WHERE s.user_id IS NOT NULL;

  INSERT INTO backtests (id, user_id, kind, request, variants, status, report, created_at, finished_at)
    SELECT gen_random_uuid(), id, 'single', '{}', 1, 'done', '{}', now(), now() FROM person;
  INSERT INTO backtest_trades SELECT id, 1, '\\x00' FROM backtests;
  INSERT INTO data_families (id, user_id, symbols, prints, tries, rules, maxima, spent, created_at, last_tried_at)
    SELECT gen_random_uuid(), id, '{EURUSD}', '{}', 1, 1, '\\x00', '\\x00', now(), now() FROM person;
  INSERT INTO price_alerts (id, user_id, symbol, source, direction, level, created_at, fired_at, fired_price)
    SELECT gen_random_uuid(), id, 'EURUSD', 'simulated', 'up', 2, now(), CASE WHEN n % 20 > 0 THEN now() END,
      CASE WHEN n % 20 > 0 THEN 2 END
    FROM person;
  INSERT INTO drawings (id, user_id, symbol, kind, from_price, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'EURUSD', 'horizontal_line', 1.1, now(), now() FROM person;
  INSERT INTO trade_notes (trade_id, user_id, text, tags, updated_at)
    SELECT id, user_id, 'x', '{noticia,prisa}', settled_at FROM trades WHERE status <> 'active'
      AND hashtext(id::text) % 5 = 0;
  INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics, created_at)
    SELECT gen_random_uuid(), s.user_id, s.id, 'https://push.example.com/' || s.id, sha256(s.id::text::bytea), 'x',
      'x', '{signal}', now()
    FROM auth_sessions s;
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at, read_at)
    SELECT p.id, 'trade_ended', 'trade_ended ' || k, k::text,
      '{"symbol": "EURUSD", "direction": "CALL", "status": "won", "profit_minor": 850, "currency": "USD", "is_sold": false, "is_unclear": false}',
      now() - k * interval '2 hours', CASE WHEN k > 3 THEN now() END
    FROM person p, generate_series(1, 40) k WHERE p.n <= ${TRADERS};
  INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    SELECT gen_random_uuid(), id, 'webhook', '{settled}', now() FROM person;
  INSERT INTO notification_receivers (id, user_id, channel, topics, created_at)
    SELECT gen_random_uuid(), id, 'telegram', '{settled}', now() FROM person;
  INSERT INTO telegram_chats (receiver_id, user_id, chat_id, name)
    SELECT r.id, r.user_id, p.n, '@p' || p.n FROM notification_receivers r JOIN person p ON p.id = r.user_id
    WHERE r.channel = 'telegram';
  INSERT INTO telegram_orders (id, receiver_id, body, expires_at)
    SELECT gen_random_uuid(), receiver_id, '{}', now() FROM telegram_chats;
  INSERT INTO telegram_codes (user_id, code_hash, expires_at)
    SELECT id, sha256(id::text::bytea), now() + interval '5 minutes' FROM person;
  INSERT INTO webhooks (id, user_id, name, sealed_url, sealed_secret, sends_log_head, updated_at)
    SELECT id, user_id, 'x', '\\x00', '\\x00', false, now() FROM notification_receivers
    WHERE channel = 'webhook';
  INSERT INTO webhook_deliveries (webhook_id, message_id, type, at, duration_ms, outcome, status, answer)
    SELECT w.id, gen_random_uuid(), 'notifications', now() - n * interval '1 minute', 10, 'taken', 200, ''
    FROM webhooks w, generate_series(1, 5) n;
  INSERT INTO notification_outbox (user_id, channel, subscription_id, notification_id, is_urgent, message_id, state,
    due_at, sent_at, expires_at, created_at)
    SELECT s.user_id, 'push', s.id, n.id, false, gen_random_uuid(), 'sent', n.created_at, n.created_at,
      n.created_at + interval '1 day', n.created_at
    FROM push_subscriptions s JOIN notifications n USING (user_id)
    WHERE n.created_at > now() - interval '7 days' AND n.id % 4 = 0;
  INSERT INTO mail_outbox (id, kind, state, next_attempt_at, expires_at, created_at)
    SELECT gen_random_uuid(), 'signup', 'sent', now(), now(), now() - n * interval '1 second' FROM person;
  INSERT INTO ticks (source, symbol, time_ms, price)
    SELECT 'replay', 'EURUSD', extract(epoch FROM date_trunc('day',
      now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')::bigint * 1000 + n, 1.1 FROM generate_series(1, 100000) n;
  INSERT INTO candles_1m
    SELECT 'replay', 'EURUSD', n * 60, 1.1, 1.1, 1.1, 1.1 FROM generate_series(1, 100000) n;
  SET session_replication_role = origin;
  ANALYZE;`;

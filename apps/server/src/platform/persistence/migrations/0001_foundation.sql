-- Foundation: people, accounts, market data, trades, PCR. Forward-only; never edited once released.
-- Runs as vigia_owner. vigia_app gets no DDL, and no UPDATE or DELETE on what must never change.

-- ── People ───────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE auth_users (
  id                 uuid PRIMARY KEY,
  email              text,
  phone              text,
  password_hash      text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  is_anonymous       boolean NOT NULL DEFAULT false,
  user_metadata      jsonb NOT NULL DEFAULT '{}',
  last_sign_in_at    timestamptz,
  banned_until       timestamptz,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  CHECK (is_anonymous OR email IS NOT NULL OR phone IS NOT NULL),
  CHECK (email = lower(email))
);
CREATE UNIQUE INDEX auth_users_email ON auth_users (email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX auth_users_phone ON auth_users (phone) WHERE phone IS NOT NULL;

-- One row a session. A refresh token is (session id, counter) under an HMAC with the session's own key, so the current
-- token can be given again to a client that failed to save it without storing any token in clear.
CREATE TABLE auth_sessions (
  id              uuid PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  refresh_key     bytea NOT NULL,
  refresh_counter integer NOT NULL DEFAULT 0,
  rotated_at      timestamptz NOT NULL,
  aal             text NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
  amr             jsonb NOT NULL,
  user_agent      text,
  ip              text,
  created_at      timestamptz NOT NULL,
  last_seen_at    timestamptz NOT NULL
);
CREATE INDEX auth_sessions_user ON auth_sessions (user_id);

CREATE TABLE auth_signing_keys (
  kid           text PRIMARY KEY,
  algorithm     text NOT NULL,
  public_jwk    jsonb NOT NULL,
  private_sealed bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  retired_at    timestamptz
);

CREATE TABLE users (
  id                         uuid PRIMARY KEY REFERENCES auth_users (id) ON DELETE CASCADE,
  username                   text,
  email                      text,
  first_name                 text,
  last_name                  text,
  phone                      text,
  is_active                  boolean NOT NULL DEFAULT true,
  is_verified                boolean NOT NULL DEFAULT false,
  is_admin                   boolean NOT NULL DEFAULT false,
  is_premium                 boolean NOT NULL DEFAULT false,
  default_trade_amount_minor bigint NOT NULL DEFAULT 1000 CHECK (default_trade_amount_minor > 0),
  max_concurrent_trades      integer NOT NULL DEFAULT 3 CHECK (max_concurrent_trades BETWEEN 1 AND 100),
  -- A raise waits here: it counts from raised_from on.
  raised_concurrent_trades   integer CHECK (raised_concurrent_trades BETWEEN 1 AND 100),
  raised_from                timestamptz,
  risk_level                 text NOT NULL DEFAULT 'medium' CHECK (risk_level IN ('low', 'medium', 'high')),
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  CHECK ((raised_concurrent_trades IS NULL) = (raised_from IS NULL))
);

CREATE TABLE user_settings (
  user_id                uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  time_zone              text NOT NULL DEFAULT 'UTC',
  locale                 text NOT NULL DEFAULT 'es-419',
  mode                   text NOT NULL DEFAULT 'mock' CHECK (mode IN ('mock', 'iqoption_demo', 'iqoption_real')),
  default_symbol         text NOT NULL DEFAULT 'EURUSD',
  default_timeframe      text NOT NULL DEFAULT '5m',
  refresh_interval_s     integer NOT NULL DEFAULT 5 CHECK (refresh_interval_s BETWEEN 1 AND 300),
  max_stake_minor        bigint CHECK (max_stake_minor > 0),
  daily_loss_limit_minor bigint CHECK (daily_loss_limit_minor > 0),
  weekly_loss_limit_minor bigint CHECK (weekly_loss_limit_minor > 0),
  daily_trade_limit      integer CHECK (daily_trade_limit > 0),
  cool_down_losses       integer CHECK (cool_down_losses > 0),
  cool_down_minutes      integer NOT NULL DEFAULT 30 CHECK (cool_down_minutes > 0),
  kill_switch_at         timestamptz,
  notices                jsonb NOT NULL DEFAULT '{}',
  updated_at             timestamptz NOT NULL
);

-- ── Money: double entry ──────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE accounts (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker     text NOT NULL CHECK (broker IN ('mock', 'iqoption', 'quotex', 'olymptrade', 'deriv')),
  kind       text NOT NULL CHECK (kind IN ('mock', 'demo', 'real')),
  currency   text NOT NULL DEFAULT 'USD',
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, broker, kind)
);

-- A transfer is a set of entries that sum to zero; (trade_id, phase) makes holding and settling exactly-once.
CREATE TABLE ledger_transfers (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  phase      text NOT NULL CHECK (phase IN ('funding', 'hold', 'settlement')),
  trade_id   uuid,
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX ledger_transfers_once ON ledger_transfers (trade_id, phase) WHERE trade_id IS NOT NULL;

CREATE TABLE ledger_entries (
  transfer_id  uuid NOT NULL REFERENCES ledger_transfers (id) ON DELETE CASCADE,
  account_id   uuid NOT NULL,
  book         text NOT NULL CHECK (book IN ('user_cash', 'user_hold', 'broker_pnl', 'fees', 'equity')),
  amount_minor bigint NOT NULL,
  PRIMARY KEY (transfer_id, book)
);
CREATE INDEX ledger_entries_balance ON ledger_entries (account_id, book) INCLUDE (amount_minor);

-- Checked when the transaction commits, so that entries may be written one by one.
CREATE FUNCTION ledger_transfer_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount_minor) FROM ledger_entries WHERE transfer_id = NEW.transfer_id) <> 0 THEN
    RAISE EXCEPTION 'ledger transfer % does not sum to zero', NEW.transfer_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance_check AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_transfer_balances();

-- ── Market data ──────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE ticks (
  source     text NOT NULL,
  symbol     text NOT NULL,
  time_ms    bigint NOT NULL,
  seq        smallint NOT NULL DEFAULT 0,
  price      double precision NOT NULL CHECK (price > 0),
  backfilled boolean NOT NULL DEFAULT false,
  PRIMARY KEY (source, symbol, time_ms, seq)
) PARTITION BY RANGE (time_ms);

CREATE TABLE candles_1m (
  source text NOT NULL,
  symbol text NOT NULL,
  time   bigint NOT NULL,
  open   double precision NOT NULL,
  high   double precision NOT NULL,
  low    double precision NOT NULL,
  close  double precision NOT NULL,
  PRIMARY KEY (source, symbol, time),
  CHECK (high >= open AND high >= close AND low <= open AND low <= close AND low > 0),
  CHECK (time % 60 = 0)
);

-- What this installation chose once and must keep, such as the seed of the simulated market.
CREATE TABLE installation (
  key        text PRIMARY KEY,
  value      jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- ── Trades ───────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE trades (
  id             uuid PRIMARY KEY,
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  account_id     uuid NOT NULL REFERENCES accounts (id),
  broker         text NOT NULL,
  account        text NOT NULL,
  mode           text NOT NULL,
  origin         text NOT NULL,
  signal_id      uuid,
  symbol         text NOT NULL,
  source         text NOT NULL,
  direction      text NOT NULL CHECK (direction IN ('CALL', 'PUT')),
  stake_minor    bigint NOT NULL CHECK (stake_minor > 0),
  payout_bp      integer NOT NULL CHECK (payout_bp BETWEEN 0 AND 100000),
  duration_min   integer NOT NULL CHECK (duration_min BETWEEN 1 AND 1440),
  entry_price    double precision,
  entry_tick_ms  bigint,
  entry_time     timestamptz NOT NULL,
  expiry_time    timestamptz NOT NULL,
  status         text NOT NULL CHECK (status IN ('active', 'won', 'lost', 'expired', 'cancelled')),
  execution      text NOT NULL CHECK (execution IN ('pending', 'confirmed', 'unknown', 'rejected')),
  profit_minor   bigint,
  broker_ref     text,
  settled_at     timestamptz,
  created_at     timestamptz NOT NULL,
  CHECK (expiry_time > entry_time),
  CHECK ((status = 'active') = (settled_at IS NULL)),
  CHECK ((status = 'active') = (profit_minor IS NULL))
);
CREATE INDEX trades_due ON trades (expiry_time) WHERE status = 'active';
CREATE INDEX trades_active ON trades (user_id, expiry_time) WHERE status = 'active';
CREATE INDEX trades_history ON trades (user_id, settled_at DESC) WHERE status <> 'active';

-- The trade row is a fold of its events: the intent with seq 1, then what happened, without holes.
CREATE TABLE trade_events (
  trade_id uuid NOT NULL,
  seq      integer NOT NULL,
  at       timestamptz NOT NULL,
  kind     text NOT NULL,
  payload  jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (trade_id, seq, at)
) PARTITION BY RANGE (at);

-- The ticks a trade began and ended at, copied here because the tick history is only kept for days.
CREATE TABLE settlement_records (
  trade_id       uuid PRIMARY KEY REFERENCES trades (id) ON DELETE CASCADE,
  source         text NOT NULL,
  entry_price    double precision NOT NULL,
  entry_tick_ms  bigint NOT NULL,
  settle_price   double precision,
  settle_tick_ms bigint,
  reason         text,
  settled_at     timestamptz NOT NULL
);

CREATE TABLE idempotency_keys (
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  key          text NOT NULL,
  request_hash bytea NOT NULL,
  response     jsonb NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- ── PCR ──────────────────────────────────────────────────────────────────────────────────────────────────────────

-- user_id is null for the setups the product brings along; everybody sees them, nobody edits them.
CREATE TABLE pcr_setups (
  id          uuid PRIMARY KEY,
  user_id     uuid REFERENCES users (id) ON DELETE CASCADE,
  name        text NOT NULL,
  asset       text NOT NULL,
  timeframe   text NOT NULL,
  is_active   boolean NOT NULL,
  auto_trade  boolean NOT NULL DEFAULT false,
  definition  jsonb NOT NULL,
  -- The detector folds the candle history from here on, so that a restart finds the state it had.
  anchor_time bigint NOT NULL,
  -- Signals are published for candles that close after this moment; earlier ones are history.
  live_since  timestamptz NOT NULL,
  archived_at timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX pcr_setups_user ON pcr_setups (user_id) WHERE archived_at IS NULL;

-- Sealed: hash = sha256(previous hash of the setup ‖ canonical body). Outcomes are rows of their own.
CREATE TABLE pcr_signals (
  id            uuid PRIMARY KEY,
  setup_id      uuid NOT NULL REFERENCES pcr_setups (id) ON DELETE CASCADE,
  seq           integer NOT NULL,
  candle_time   bigint NOT NULL,
  entry_time_ms bigint NOT NULL,
  expiration_ms bigint NOT NULL,
  body          jsonb NOT NULL,
  previous_hash text NOT NULL,
  hash          text NOT NULL,
  published_at  timestamptz NOT NULL,
  UNIQUE (setup_id, seq),
  UNIQUE (setup_id, candle_time)
);
CREATE INDEX pcr_signals_recent ON pcr_signals (setup_id, entry_time_ms DESC);

CREATE TABLE pcr_signal_outcomes (
  signal_id      uuid PRIMARY KEY REFERENCES pcr_signals (id) ON DELETE CASCADE,
  outcome        text NOT NULL CHECK (outcome IN ('won', 'lost', 'tie', 'void')),
  settle_price   double precision,
  decided_at     timestamptz NOT NULL
);

-- ── Ownership of work ────────────────────────────────────────────────────────────────────────────────────────────

-- One owner a lease; the fence grows with every change of owner, and writes carry it.
CREATE TABLE leases (
  name       text PRIMARY KEY,
  owner      text NOT NULL,
  fence      bigint NOT NULL,
  expires_at timestamptz NOT NULL
);

-- ── Day partitions: made and dropped through these, since the app role has no DDL ────────────────────────────────

CREATE FUNCTION ensure_day_partitions(first_day date, last_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  day date := first_day;
  from_ms bigint;
BEGIN
  IF last_day - first_day > 400 THEN
    RAISE EXCEPTION 'too many partitions at once: % to %', first_day, last_day;
  END IF;
  WHILE day <= last_day LOOP
    from_ms := extract(epoch FROM day::timestamp AT TIME ZONE 'UTC')::bigint * 1000;
    EXECUTE format('CREATE TABLE IF NOT EXISTS ticks_%s PARTITION OF ticks FOR VALUES FROM (%s) TO (%s)',
                   to_char(day, 'YYYYMMDD'), from_ms, from_ms + 86400000);
    EXECUTE format('CREATE TABLE IF NOT EXISTS trade_events_%s PARTITION OF trade_events FOR VALUES FROM (%L) TO (%L)',
                   to_char(day, 'YYYYMMDD'), day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
    day := day + 1;
  END LOOP;
END $$;

-- Ticks only: trade events are kept for good.
CREATE FUNCTION drop_tick_partitions_before(first_kept date) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  partition regclass;
  dropped integer := 0;
BEGIN
  FOR partition IN
    SELECT c.oid::regclass FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'ticks'::regclass AND right(c.relname, 8) < to_char(first_kept, 'YYYYMMDD')
  LOOP
    EXECUTE format('DROP TABLE %s', partition);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- ── Rights of the app role ───────────────────────────────────────────────────────────────────────────────────────

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC;
REVOKE ALL ON FUNCTION ensure_day_partitions(date, date), drop_tick_partitions_before(date) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_day_partitions(date, date), drop_tick_partitions_before(date) TO vigia_app;

GRANT SELECT, INSERT, UPDATE, DELETE ON
  auth_users, auth_sessions, auth_signing_keys, users, user_settings, pcr_setups, idempotency_keys, leases
  TO vigia_app;
GRANT SELECT, INSERT, UPDATE ON trades, accounts, installation TO vigia_app;
-- Append-only: what happened stays as it happened, for as long as its owner has an account here.
GRANT SELECT, INSERT ON
  ledger_transfers, ledger_entries, ticks, candles_1m, trade_events, settlement_records, pcr_signals, pcr_signal_outcomes
  TO vigia_app;

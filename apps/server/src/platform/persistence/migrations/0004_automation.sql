-- Automation: setups and strategies with their versions, what they signalled, what was done about it, and their tests.

-- ── PCR setups ───────────────────────────────────────────────────────────────────────────────────────────────────

-- Every version a setup ever had: a signal is re-checked by the rules it was made with.
CREATE TABLE pcr_setup_versions (
  setup_id    uuid NOT NULL REFERENCES pcr_setups (id) ON DELETE CASCADE,
  version     integer NOT NULL CHECK (version > 0),
  asset       text NOT NULL,
  timeframe   text NOT NULL,
  definition  jsonb NOT NULL,
  anchor_time bigint NOT NULL,
  live_since  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (setup_id, version)
);
INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since, created_at)
SELECT id, 1, asset, timeframe, definition, anchor_time, live_since, created_at FROM pcr_setups;
ALTER TABLE pcr_setups ADD COLUMN version integer NOT NULL DEFAULT 1;
-- Signals sealed before this came are of the first version and of rule version 1; their bodies stay as they were sealed.
ALTER TABLE pcr_signals ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Where a detector stood at the close of a minute: a start goes on from here instead of folding all history again.
CREATE TABLE pcr_states (
  setup_id     uuid PRIMARY KEY REFERENCES pcr_setups (id) ON DELETE CASCADE,
  version      integer NOT NULL,
  rule_version integer NOT NULL,
  -- Epoch seconds: every minute that opened before this is part of the state.
  through_time bigint NOT NULL,
  state        jsonb NOT NULL,
  saved_at     timestamptz NOT NULL
);

-- ── Strategies ───────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE strategies (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name        text NOT NULL,
  description text,
  type        text NOT NULL CHECK (type IN ('rsi', 'macd', 'bollinger', 'moving_average')),
  asset       text NOT NULL,
  timeframe   text NOT NULL,
  parameters  jsonb NOT NULL,
  status      text NOT NULL CHECK (status IN ('active', 'paused', 'inactive')),
  auto_trade  boolean NOT NULL DEFAULT false,
  version     integer NOT NULL DEFAULT 1,
  anchor_time bigint NOT NULL,
  live_since  timestamptz NOT NULL,
  archived_at timestamptz,
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
CREATE INDEX strategies_user ON strategies (user_id) WHERE archived_at IS NULL;
CREATE INDEX strategies_active ON strategies (asset, timeframe) WHERE status = 'active' AND archived_at IS NULL;

CREATE TABLE strategy_versions (
  strategy_id uuid NOT NULL REFERENCES strategies (id) ON DELETE CASCADE,
  version     integer NOT NULL CHECK (version > 0),
  type        text NOT NULL,
  asset       text NOT NULL,
  timeframe   text NOT NULL,
  parameters  jsonb NOT NULL,
  anchor_time bigint NOT NULL,
  live_since  timestamptz NOT NULL,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (strategy_id, version)
);

CREATE TABLE strategy_signals (
  id            uuid PRIMARY KEY,
  strategy_id   uuid NOT NULL REFERENCES strategies (id) ON DELETE CASCADE,
  seq           integer NOT NULL,
  version       integer NOT NULL,
  candle_time   bigint NOT NULL,
  entry_time_ms bigint NOT NULL,
  expiration_ms bigint NOT NULL,
  body          jsonb NOT NULL,
  previous_hash text NOT NULL,
  hash          text NOT NULL,
  published_at  timestamptz NOT NULL,
  UNIQUE (strategy_id, seq),
  UNIQUE (strategy_id, candle_time)
);
CREATE INDEX strategy_signals_recent ON strategy_signals (strategy_id, entry_time_ms DESC);

CREATE TABLE strategy_signal_outcomes (
  signal_id    uuid PRIMARY KEY REFERENCES strategy_signals (id) ON DELETE CASCADE,
  outcome      text NOT NULL CHECK (outcome IN ('won', 'lost', 'tie', 'void')),
  settle_price double precision,
  decided_at   timestamptz NOT NULL
);

-- ── What was done about a signal ─────────────────────────────────────────────────────────────────────────────────

-- Which setup or strategy placed a trade; on which signal it has said from the beginning: one signal, at most one trade.
ALTER TABLE trades ADD COLUMN automation_id uuid;
CREATE UNIQUE INDEX trades_signal ON trades (signal_id) WHERE signal_id IS NOT NULL;
CREATE INDEX trades_automation ON trades (automation_id, entry_time) WHERE automation_id IS NOT NULL;

-- One decision a signal of a setup or strategy that trades by itself; written with the trade, or with the reason why not.
CREATE TABLE automation_decisions (
  signal_id     uuid PRIMARY KEY,
  automation    text NOT NULL CHECK (automation IN ('pcr', 'strategy')),
  automation_id uuid NOT NULL,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  decision      text NOT NULL CHECK (decision IN ('traded', 'refused', 'late')),
  trade_id      uuid,
  -- The error code of the refusal and the figures of its sentence.
  code          text,
  reason        jsonb,
  stake_minor   bigint,
  -- Step of a martingale ladder, 1 for everything else.
  step          smallint NOT NULL DEFAULT 1,
  decided_at    timestamptz NOT NULL,
  CHECK ((decision = 'traded') = (trade_id IS NOT NULL))
);
CREATE INDEX automation_decisions_recent ON automation_decisions (automation_id, decided_at DESC);
CREATE INDEX automation_decisions_user ON automation_decisions (user_id);

-- ── Tests on history ─────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE backtests (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind        text NOT NULL CHECK (kind IN ('single', 'sweep')),
  -- The setup or strategy it was asked of; null for one that is not saved.
  subject_id  uuid,
  request     jsonb NOT NULL,
  -- Which data were looked at: asset, timeframe, source. Whoever tries many variants on them finds a lucky one.
  data_key    text NOT NULL,
  variants    integer NOT NULL CHECK (variants > 0),
  status      text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'cancelled', 'failed')),
  error_code  text,
  report      jsonb,
  created_at  timestamptz NOT NULL,
  finished_at timestamptz,
  -- No longer shown and its report gone; what was tried still counts, or forgetting would make luck look like skill.
  forgotten_at timestamptz
);
CREATE INDEX backtests_user ON backtests (user_id, created_at DESC);
CREATE INDEX backtests_unfinished ON backtests (status) WHERE status IN ('queued', 'running');

-- Every trade of a test as CSV packed with gzip, in parts that follow each other.
CREATE TABLE backtest_trades (
  backtest_id uuid NOT NULL REFERENCES backtests (id) ON DELETE CASCADE,
  part        integer NOT NULL,
  bytes       bytea NOT NULL,
  PRIMARY KEY (backtest_id, part)
);

-- ── Rights of the app role ───────────────────────────────────────────────────────────────────────────────────────

GRANT SELECT, INSERT, UPDATE, DELETE ON pcr_states, strategies, backtests, backtest_trades TO vigia_app;
GRANT SELECT, INSERT ON
  pcr_setup_versions, strategy_versions, strategy_signals, strategy_signal_outcomes, automation_decisions TO vigia_app;

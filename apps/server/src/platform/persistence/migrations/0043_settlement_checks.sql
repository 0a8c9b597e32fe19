-- Each ended trade compared with the prices that were recorded of its source. The prices are copied, because ticks are
-- only kept for days. Owner and account repeat those of the trade, so that counting reads one index.
CREATE TABLE settlement_checks (
  trade_id         uuid PRIMARY KEY REFERENCES trades (id) ON DELETE CASCADE,
  user_id          uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker           text NOT NULL,
  account          text NOT NULL,
  currency         text NOT NULL,
  verdict          text NOT NULL CHECK (verdict IN ('match', 'differs', 'no_data')),
  -- Null: without recorded prices there is no result to compare.
  result_changes   text CHECK (result_changes IN ('no', 'yes', 'unsure')),
  recorded_outcome text CHECK (recorded_outcome IN ('won', 'lost', 'tie')),
  precision_ms     integer NOT NULL,
  -- Price at the moment, lowest and highest one within the precision; null: not recorded.
  entry_prices     double precision[] CHECK (cardinality(entry_prices) = 3),
  settle_prices    double precision[] CHECK (cardinality(settle_prices) = 3),
  entry_gap        double precision,
  settle_gap       double precision,
  checked_at       timestamptz NOT NULL,
  -- The trade was corrected after its check.
  is_outdated      boolean NOT NULL DEFAULT false
);
CREATE INDEX settlement_checks_counts ON settlement_checks (user_id, broker, account, currency, verdict, result_changes);

CREATE INDEX settlement_checks_outdated ON settlement_checks (trade_id) WHERE is_outdated;

GRANT SELECT, INSERT, UPDATE ON settlement_checks TO vigia_app;

-- True if the paper account refuses the order when its time comes, by the share of orders that the broker refused.
ALTER TABLE trades ADD COLUMN is_fill_refused boolean NOT NULL DEFAULT false;

-- Notes and tags of users on their trades. They are apart from the trades, which stay as they were settled.

CREATE TABLE trade_notes (
  trade_id   uuid PRIMARY KEY REFERENCES trades (id) ON DELETE CASCADE,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  text       text NOT NULL CHECK (char_length(text) <= 500),
  tags       text[] NOT NULL CHECK (cardinality(tags) <= 8),
  updated_at timestamptz NOT NULL,
  -- A trade without note and tags has no row.
  CONSTRAINT trade_notes_content CHECK (text <> '' OR cardinality(tags) > 0)
);
CREATE INDEX trade_notes_user ON trade_notes (user_id, updated_at, trade_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON trade_notes TO vigia_app;

-- With the result in the index, counting the history of a user reads no trades.
DROP INDEX trades_history;
CREATE INDEX trades_history ON trades (user_id, account, currency, settled_at DESC, id DESC) INCLUDE (status)
  WHERE status <> 'active';

-- The calendar reads the late decisions of a user in one month.
DROP INDEX automation_decisions_user;
CREATE INDEX automation_decisions_user ON automation_decisions (user_id, decided_at);

-- Verdicts of tests on history share one budget per person and family of data (docs/decisions/0072).
CREATE TABLE data_families (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Names of the tested symbols; empty for files that name none.
  symbols       text[] NOT NULL,
  -- Hashes of returns at fixed hours, which identify the same prices in another file.
  prints        bigint[] NOT NULL,
  tries         integer NOT NULL CHECK (tries >= 0),
  rules         integer NOT NULL CHECK (rules >= 0),
  -- Largest score of all tried rules in each null world, 64-bit floating point, little-endian.
  maxima        bytea NOT NULL,
  -- One byte per null world: 1 if a try would have been a false find in it.
  spent         bytea NOT NULL,
  created_at    timestamptz NOT NULL,
  last_tried_at timestamptz NOT NULL
);
CREATE INDEX data_families_user ON data_families (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON data_families TO vigia_app;

-- The verdict of a test among all tries on its data; null for tests of earlier versions.
ALTER TABLE backtests ADD COLUMN judgement jsonb;
-- Variants are no longer counted per key: the tries on a family of data replace it.
ALTER TABLE backtests DROP COLUMN data_key;

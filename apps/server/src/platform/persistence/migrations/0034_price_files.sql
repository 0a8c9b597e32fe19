-- Price files that users import and keep: candles of any symbol on the clock of the file, and the zone of that clock.

CREATE TABLE price_files (
  id             uuid PRIMARY KEY,
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_anonymous   boolean NOT NULL,
  name           text NOT NULL,
  symbol         text NOT NULL,
  -- Receiving: rows arrive. Waiting: read whole, its zone is not confirmed. Kept: confirmed.
  status         text NOT NULL CHECK (status IN ('receiving', 'waiting', 'kept')),
  -- The process that receives it.
  runner         text NOT NULL,
  received_bytes bigint NOT NULL DEFAULT 0,
  total_bytes    bigint,
  candles        integer NOT NULL DEFAULT 0,
  -- Epoch seconds on the clock of the file.
  first_time     bigint,
  last_time      bigint,
  step_seconds   integer,
  -- How the file is written, its first rows, and what its gaps say about its clock.
  recognised     jsonb,
  first_rows     jsonb,
  finding        jsonb,
  -- SHA-256 of the candles: the same file is not kept twice.
  digest         text,
  time_zone      text,
  created_at     timestamptz NOT NULL,
  kept_at        timestamptz,
  CHECK ((status = 'receiving') = (digest IS NULL)),
  CHECK ((status = 'kept') = (time_zone IS NOT NULL)),
  UNIQUE (user_id, digest)
);

-- Candles of a file in blocks that follow each other: five columns of doubles, compressed.
CREATE TABLE price_file_parts (
  file_id    uuid NOT NULL REFERENCES price_files (id) ON DELETE CASCADE,
  part       integer NOT NULL,
  first_time bigint NOT NULL,
  last_time  bigint NOT NULL,
  candles    integer NOT NULL,
  bytes      bytea NOT NULL,
  PRIMARY KEY (file_id, part)
);
ALTER TABLE price_file_parts ALTER COLUMN bytes SET STORAGE EXTERNAL;

GRANT SELECT, INSERT, UPDATE, DELETE ON price_files, price_file_parts TO vigia_app;

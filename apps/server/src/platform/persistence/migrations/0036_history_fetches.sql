-- Histories that users fetch from their brokers: candles of one minute in UTC, kept like price files.

-- The broker of a fetched history; null: a file that was imported.
ALTER TABLE price_files ADD COLUMN broker text;
-- Candles that a running fetch may come to hold: they count before they arrive.
ALTER TABLE price_files ADD COLUMN reserved_candles integer NOT NULL DEFAULT 0;
ALTER TABLE price_files DROP CONSTRAINT price_files_status_check;
-- Fetching: a broker's history whose fetch has not ended once.
ALTER TABLE price_files ADD CONSTRAINT price_files_status_check
  CHECK (status IN ('receiving', 'waiting', 'kept', 'fetching'));
ALTER TABLE price_files ADD CHECK (status <> 'fetching' OR broker IS NOT NULL);

-- The work of fetching a history, page by page, the newest page first. A page is a span of whole minutes on a fixed
-- grid: page n begins n * page_candles minutes after the epoch, and is part n of the price file.
CREATE TABLE history_fetches (
  id           uuid PRIMARY KEY REFERENCES price_files (id) ON DELETE CASCADE,
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker       text NOT NULL,
  symbol       text NOT NULL,
  status       text NOT NULL CHECK (status IN ('running', 'done', 'cancelled', 'failed')),
  page_candles integer NOT NULL CHECK (page_candles > 0),
  -- Epoch seconds; to_time is exclusive.
  from_time    bigint NOT NULL,
  to_time      bigint NOT NULL,
  -- The pages from low_page to next_page are still to be fetched.
  low_page     integer NOT NULL,
  next_page    integer NOT NULL,
  pages        integer NOT NULL,
  pages_done   integer NOT NULL,
  -- Why the last attempt brought nothing; null: it brought a page.
  fault        text,
  -- Null: it runs, or has ended and its gaps are still to be found.
  gaps         jsonb,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (user_id, broker, symbol)
);
CREATE INDEX history_fetches_unsettled ON history_fetches (user_id, broker) WHERE status = 'running' OR gaps IS NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON history_fetches TO vigia_app;

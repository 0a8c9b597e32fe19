-- A trade lasts for whole minutes, for seconds that are not whole minutes, or for a number of ticks. Exactly one of the
-- three columns holds its length. Rows from before keep their minutes.
ALTER TABLE trades
  ALTER COLUMN duration_min DROP NOT NULL,
  ADD COLUMN duration_s integer CHECK (duration_s BETWEEN 1 AND 86399 AND duration_s % 60 <> 0),
  ADD COLUMN duration_ticks smallint CHECK (duration_ticks BETWEEN 1 AND 10),
  -- How many ticks of a running contract its broker has stated. It is shown only; the broker's records decide the trade.
  ADD COLUMN ticks_passed smallint CHECK (ticks_passed BETWEEN 0 AND duration_ticks),
  ADD CONSTRAINT trades_one_length CHECK (num_nonnulls(duration_min, duration_s, duration_ticks) = 1),
  ADD CONSTRAINT trades_paper_length CHECK (broker <> 'mock' OR duration_ticks IS NULL),
  ADD CONSTRAINT trades_ticks_passed CHECK (ticks_passed IS NULL OR duration_ticks IS NOT NULL);

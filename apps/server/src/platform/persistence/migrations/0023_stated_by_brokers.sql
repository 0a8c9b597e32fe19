-- A trade has a payout once its venue has stated it. Before, an automatic order to a broker that prices each contract
-- separately had a payout of 0 until the broker accepted it, and for good if the broker never did.
ALTER TABLE trades
  ALTER COLUMN payout_bp DROP NOT NULL,
  ADD CONSTRAINT trades_paper_payout CHECK (broker <> 'mock' OR payout_bp IS NOT NULL);

ALTER TABLE trades DISABLE TRIGGER trades_end_once;
UPDATE trades SET payout_bp = NULL WHERE broker <> 'mock' AND payout_bp = 0;
-- At Deriv this column held the time of the sale and not that of the exit tick, which was not stored.
UPDATE trades SET settle_tick_ms = NULL WHERE broker = 'deriv' AND settle_tick_ms IS NOT NULL;
ALTER TABLE trades ENABLE TRIGGER trades_end_once;

-- When the nightly check last derived the signals of a setup or strategy again, and how many faults it found then. Null:
-- not yet. Those that were derived longest ago come first in the next night.
ALTER TABLE pcr_setups ADD COLUMN derived_at timestamptz;
ALTER TABLE pcr_setups ADD COLUMN derivation_faults integer NOT NULL DEFAULT 0;
ALTER TABLE strategies ADD COLUMN derived_at timestamptz;
ALTER TABLE strategies ADD COLUMN derivation_faults integer NOT NULL DEFAULT 0;

-- The payout that a paper order was accepted at, and the lowest one at which it may be filled; null without a limit.
-- `payout_bp` is that of the fill. Null: not on paper, or placed before this migration.
ALTER TABLE trades ADD COLUMN quoted_bp integer;
ALTER TABLE trades ADD COLUMN least_payout_bp integer;

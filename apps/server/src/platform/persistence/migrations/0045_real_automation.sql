-- Kind of the account at `account_broker` on which a setup or strategy trades; without a broker it trades on paper and
-- the kind has no meaning.
ALTER TABLE pcr_setups
  ADD COLUMN account_kind text NOT NULL DEFAULT 'demo' CHECK (account_kind IN ('demo', 'real')),
  ADD CONSTRAINT pcr_setups_real_at_broker CHECK (account_kind = 'demo' OR account_broker IS NOT NULL);
ALTER TABLE strategies
  ADD COLUMN account_kind text NOT NULL DEFAULT 'demo' CHECK (account_kind IN ('demo', 'real')),
  ADD CONSTRAINT strategies_real_at_broker CHECK (account_kind = 'demo' OR account_broker IS NOT NULL);

-- Price sources side by side: whose prices a person sees, and whose a setup or strategy works on. NULL: the server's own.

ALTER TABLE user_settings ADD COLUMN market_source text CHECK (market_source <> '');
-- Who wants another source than the server's own: asked for again and again, and few.
CREATE INDEX user_settings_elsewhere ON user_settings (user_id) WHERE market_source IS NOT NULL OR mode <> 'mock';

ALTER TABLE pcr_setups ADD COLUMN price_source text CHECK (price_source <> '');
ALTER TABLE pcr_setup_versions ADD COLUMN price_source text CHECK (price_source <> '');
ALTER TABLE strategies ADD COLUMN price_source text CHECK (price_source <> '');
ALTER TABLE strategy_versions ADD COLUMN price_source text CHECK (price_source <> '');

-- Paper trades still to be decided by another source than the simulated market's, which must be within reach for that.
CREATE INDEX trades_decided_elsewhere ON trades (source, user_id)
  WHERE status = 'active' AND broker = 'mock' AND source NOT IN ('simulated', 'replay');

-- A sale that was asked for and has no outcome yet. The trade's events hold every request and its outcome.
ALTER TABLE trades
  ADD COLUMN sale_asked_at timestamptz,
  ADD COLUMN sale_min_minor bigint,
  ADD CONSTRAINT trades_asked_sale CHECK (
    (sale_asked_at IS NULL) = (sale_min_minor IS NULL)
    AND (sale_asked_at IS NULL OR (status = 'active' AND execution = 'confirmed'))
  );
CREATE INDEX trades_asked_sales ON trades (user_id, broker) WHERE sale_asked_at IS NOT NULL;

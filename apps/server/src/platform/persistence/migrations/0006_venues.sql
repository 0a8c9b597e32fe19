-- Venues: trades at brokers, written down before they are sent and moved on by the broker's word alone.

ALTER TABLE trades
  -- The broker's own name for the account the order goes to; null at the built-in account.
  ADD COLUMN broker_account text,
  -- An order is pointless, and never sent, from this time on.
  ADD COLUMN send_by        timestamptz,
  -- Committed before the order is handed to the broker, once: without it, it was never sent; with it, it may have been.
  ADD COLUMN sent_at        timestamptz,
  -- null: placed at a broker by name, whatever the mode.
  ALTER COLUMN mode DROP NOT NULL,
  ADD CONSTRAINT trades_sent_by_name CHECK (broker = 'mock' OR (broker_account IS NOT NULL AND send_by IS NOT NULL));

-- A contract of a broker belongs to one order of ours.
CREATE UNIQUE INDEX trades_contract ON trades (account_id, broker_ref) WHERE broker_ref IS NOT NULL;
-- What is open at brokers, for whoever asks them about it.
CREATE INDEX trades_at_brokers ON trades (user_id, broker) WHERE status = 'active' AND broker <> 'mock';

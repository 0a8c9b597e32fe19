-- Changes money: a backup is taken before this step.
-- Purses: a purse is a kind of money (paper, demo, real) in one currency. Each trade names its purse, and limits and
-- figures count one purse only.

-- An account is venue, kind, currency and the broker's own account. Before, it was venue and kind, and a broker account
-- in another currency changed the currency of all its earlier trades.
ALTER TABLE accounts
  -- The broker's own id; empty for the paper account, and until the broker has reported it.
  ADD COLUMN broker_account text NOT NULL DEFAULT '',
  -- Of several accounts of one kind at one broker, the one whose balance is shown.
  ADD COLUMN is_current boolean NOT NULL DEFAULT true;
UPDATE accounts a SET broker_account = latest.broker_account
FROM (SELECT DISTINCT ON (account_id) account_id, broker_account FROM trades
      WHERE broker_account IS NOT NULL ORDER BY account_id, entry_time DESC) latest
WHERE latest.account_id = a.id;

-- Existing accounts keep their id, so the default is right for all trades except those of accounts in other currencies.
ALTER TABLE trades ADD COLUMN currency text NOT NULL DEFAULT 'USD';
ALTER TABLE trades DISABLE TRIGGER trades_end_once;
UPDATE trades t SET currency = a.currency FROM accounts a WHERE a.id = t.account_id AND a.currency <> 'USD';
ALTER TABLE trades ENABLE TRIGGER trades_end_once;

-- A trade has the user, kind and currency of its account, and the currency of an account with trades cannot change.
ALTER TABLE accounts
  DROP CONSTRAINT accounts_user_id_broker_kind_key,
  ADD CONSTRAINT accounts_once UNIQUE (user_id, broker, kind, currency, broker_account),
  ADD CONSTRAINT accounts_purse UNIQUE (user_id, id, kind, currency);
ALTER TABLE trades
  DROP CONSTRAINT trades_user_id_account_id_fkey,
  ADD CONSTRAINT trades_purse_fkey FOREIGN KEY (user_id, account_id, account, currency)
    REFERENCES accounts (user_id, id, kind, currency);
ALTER TABLE accounts DROP CONSTRAINT accounts_user_id_id_key;
CREATE UNIQUE INDEX accounts_current ON accounts (user_id, broker, kind) WHERE is_current;

-- Ended trades are read one purse at a time. The new index takes the place of the old one, so that a settlement writes no
-- more indexes than before.
DROP INDEX trades_history;
CREATE INDEX trades_history ON trades (user_id, account, currency, settled_at DESC, id DESC) WHERE status <> 'active';

GRANT INSERT (broker_account, is_current), UPDATE (broker_account, is_current) ON accounts TO vigia_app;

-- Stored responses of the last day get the field that responses have now.
UPDATE idempotency_keys k SET response = k.response || jsonb_build_object('currency', t.currency)
FROM trades t WHERE t.id = (k.response ->> 'id')::uuid;

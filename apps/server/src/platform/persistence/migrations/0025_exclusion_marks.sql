-- A self-exclusion follows the person: besides the address, it is recognised by the mailbox, the phone, the login at a
-- broker and the broker's own account. All of them are keyed hashes, kept apart by their purpose.
COMMENT ON TABLE self_excluded_addresses IS
  'Keyed hashes of addresses, mailboxes, phones, broker logins and broker accounts of self-excluded people';

ALTER TABLE broker_connections
  -- Keyed hash of the login name; null for a token, and once the credentials are forgotten.
  ADD COLUMN login_mark     bytea,
  -- Until then no real order leaves through this connection: an owner of this login or account excluded themselves.
  ADD COLUMN excluded_until timestamptz;
-- Keyed hash of the phone in E.164; null without one. Nobody confirms it, so it bars real money only while it stands here.
ALTER TABLE users ADD COLUMN phone_mark bytea;

CREATE INDEX broker_connections_login ON broker_connections (login_mark) WHERE login_mark IS NOT NULL;
CREATE INDEX broker_connections_excluded ON broker_connections (excluded_until) WHERE excluded_until IS NOT NULL;
CREATE INDEX users_phone_unmarked ON users (id) WHERE phone IS NOT NULL AND phone_mark IS NULL;
CREATE INDEX user_settings_excluded ON user_settings (self_excluded_until) WHERE self_excluded_until IS NOT NULL;
CREATE INDEX accounts_at_broker ON accounts (broker, broker_account) WHERE broker_account <> '';

-- Brokers: people's credentials, sealed, and how each of their connections stands.

-- One key a person, itself sealed under the master key `key_id` names: who changes the master key seals these anew, and what
-- they protect stays as it is. With the row gone, whatever it protected is gone too, in every copy there is.
CREATE TABLE user_data_keys (
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  key_id     text NOT NULL,
  sealed_key bytea NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX user_data_keys_key ON user_data_keys (key_id);

-- Sealed under the person's data key, bound to table, column, person and broker: a value copied elsewhere does not open.
CREATE TABLE broker_credentials (
  user_id        uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker         text NOT NULL CHECK (broker IN ('iqoption', 'quotex', 'olymptrade', 'deriv')),
  kind           text NOT NULL CHECK (kind IN ('password', 'api_token', 'browser_session')),
  -- Enough to recognise them: the last four characters of a token, the masked address of a password.
  hint           text NOT NULL,
  sealed         bytea NOT NULL,
  -- What a later session resumes with instead of signing in anew.
  resume_sealed  bytea,
  -- Since when the broker turns them down; null = they worked when last used.
  refused_at     timestamptz,
  stored_at      timestamptz NOT NULL,
  PRIMARY KEY (user_id, broker)
);

CREATE TABLE broker_connections (
  user_id      uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker       text NOT NULL CHECK (broker IN ('iqoption', 'quotex', 'olymptrade', 'deriv')),
  -- Kept up, also after a restart, until the person disconnects.
  is_wanted    boolean NOT NULL,
  -- The one that orders go to; at most one a person.
  is_active    boolean NOT NULL DEFAULT false,
  account_kind text NOT NULL DEFAULT 'demo' CHECK (account_kind IN ('demo', 'real')),
  connected_at timestamptz,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, broker)
);
CREATE UNIQUE INDEX broker_connections_active ON broker_connections (user_id) WHERE is_active;
CREATE INDEX broker_connections_wanted ON broker_connections (user_id) WHERE is_wanted;

GRANT SELECT, INSERT, UPDATE, DELETE ON user_data_keys, broker_credentials, broker_connections TO vigia_app;

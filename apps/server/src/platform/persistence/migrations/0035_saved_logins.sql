-- Further logins of a broker that users keep beside the one in use, encrypted like it (broker_credentials).

CREATE TABLE broker_saved_logins (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker        text NOT NULL CHECK (broker ~ '^[a-z][a-z0-9]{1,23}$' AND broker <> 'mock'),
  label         text CHECK (length(label) BETWEEN 1 AND 40),
  kind          text NOT NULL CHECK (kind IN ('password', 'api_token', 'browser_session')),
  hint          text NOT NULL,
  -- Encrypted under the user's data key and bound to this row.
  sealed        bytea NOT NULL,
  saved_at      timestamptz NOT NULL
);
CREATE INDEX broker_saved_logins_user ON broker_saved_logins (user_id, broker);

-- The user's name for the login in use.
ALTER TABLE broker_credentials ADD COLUMN label text CHECK (length(label) BETWEEN 1 AND 40);

GRANT SELECT, INSERT, UPDATE, DELETE ON broker_saved_logins TO vigia_app;

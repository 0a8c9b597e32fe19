-- A login at a broker may be the tokens of a consent on the broker's own page.
ALTER TABLE broker_credentials
  DROP CONSTRAINT broker_credentials_kind_check,
  ADD CONSTRAINT broker_credentials_kind_check CHECK (kind IN ('password', 'api_token', 'browser_session', 'oauth')),
  -- Until when one process renews the tokens; no other process renews them meanwhile.
  ADD COLUMN renewing_until timestamptz;

-- Consents that were asked for and have not come back, and used ones for a day, to tell them from unknown ones.
CREATE TABLE broker_consents (
  state_hash      bytea PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  broker          text NOT NULL CHECK (broker ~ '^[a-z][a-z0-9]{1,23}$' AND broker <> 'mock'),
  -- Encrypted under the user's data key and bound to this row; NULL once it was used.
  verifier_sealed bytea,
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz,
  CHECK ((verifier_sealed IS NULL) = (used_at IS NOT NULL))
);
CREATE INDEX broker_consents_user ON broker_consents (user_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON broker_consents TO vigia_app;

-- Real money waits until this time after a security change. The reason names the change.
ALTER TABLE user_settings
  ADD COLUMN real_money_waits_until timestamptz,
  ADD COLUMN real_money_waits_for   text,
  ADD CONSTRAINT user_settings_security_wait
    CHECK ((real_money_waits_until IS NULL) = (real_money_waits_for IS NULL));

-- The links 'No fui yo' in mails about security changes. Only the hash of a link is stored.
CREATE TABLE security_undo_links (
  token_hash        bytea PRIMARY KEY,
  user_id           uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  change            text NOT NULL,
  sent_to           text NOT NULL,
  -- The factor that the mail reported as new; the link removes it.
  factor_id         uuid,
  -- True in the mail to the address that the account had before a change of address.
  restores_address  boolean NOT NULL DEFAULT false,
  created_at        timestamptz NOT NULL,
  expires_at        timestamptz NOT NULL
);
CREATE INDEX security_undo_links_user ON security_undo_links (user_id);
CREATE INDEX security_undo_links_age ON security_undo_links (expires_at);

-- Requests to enter an account without its second factor. Each can be finished between ready_at and expires_at.
CREATE TABLE factor_resets (
  user_id      uuid PRIMARY KEY REFERENCES auth_users (id) ON DELETE CASCADE,
  requested_at timestamptz NOT NULL,
  ready_at     timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE, DELETE ON security_undo_links, factor_resets TO vigia_app;

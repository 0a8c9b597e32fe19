-- People, whole: mailed proofs, second factors, bot tokens, declarations, the mail outbox and the security log.

-- ── Proof by mail ────────────────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE auth_users
  ADD COLUMN confirmation_sent_at timestamptz,
  ADD COLUMN recovery_sent_at     timestamptz,
  ADD COLUMN new_email            text CHECK (new_email = lower(new_email)),
  ADD COLUMN email_change_sent_at timestamptz,
  ADD COLUMN reauthentication_sent_at timestamptz,
  -- Known to a hosted project, which keeps address and password; here is only what hangs on the person.
  ADD COLUMN is_hosted                boolean NOT NULL DEFAULT false;
ALTER TABLE auth_users
  DROP CONSTRAINT auth_users_check,
  ADD CONSTRAINT auth_users_reachable CHECK (is_anonymous OR is_hosted OR email IS NOT NULL OR phone IS NOT NULL);

-- One live token a person and kind: a newer one takes the place of the older. Only its hash is kept; the six digits a
-- person may type instead are kept under a keyed hash, since so few of them could be tried out.
CREATE TABLE auth_one_time_tokens (
  user_id        uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  kind           text NOT NULL CHECK (kind IN ('signup', 'recovery', 'email_change', 'reauthentication')),
  token_hash     bytea NOT NULL UNIQUE,
  digits_hash    bytea NOT NULL,
  failed_tries   integer NOT NULL DEFAULT 0,
  -- What the token's owner asked for: it comes true with the click and not before.
  password_hash  text,
  user_metadata  jsonb,
  new_email      text,
  -- The session it was asked in, which a change of address leaves open.
  session_id     uuid,
  redirect_to    text NOT NULL,
  -- Set if the request came with a PKCE challenge: the click then gives a code instead of a session.
  code_challenge text,
  code_challenge_method text CHECK (code_challenge_method IN ('s256', 'plain')),
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (user_id, kind),
  CHECK ((code_challenge IS NULL) = (code_challenge_method IS NULL))
);

-- Codes a followed link hands to the browser that asked for it. They live from the click, not from the mail.
CREATE TABLE auth_codes (
  code_hash             bytea PRIMARY KEY,
  user_id               uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  method                text NOT NULL,
  code_challenge        text NOT NULL,
  code_challenge_method text NOT NULL CHECK (code_challenge_method IN ('s256', 'plain')),
  created_at            timestamptz NOT NULL
);
CREATE INDEX auth_codes_age ON auth_codes (created_at);

-- ── Second factor ────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE auth_factors (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  friendly_name text NOT NULL,
  status        text NOT NULL CHECK (status IN ('unverified', 'verified')),
  secret_sealed bytea NOT NULL,
  -- The time step of the last code taken: it and every earlier one are worth nothing any more.
  last_step     bigint,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE UNIQUE INDEX auth_factors_name ON auth_factors (user_id, friendly_name) WHERE friendly_name <> '';

CREATE TABLE auth_challenges (
  id         uuid PRIMARY KEY,
  factor_id  uuid NOT NULL REFERENCES auth_factors (id) ON DELETE CASCADE,
  session_id uuid NOT NULL REFERENCES auth_sessions (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
CREATE INDEX auth_challenges_factor ON auth_challenges (factor_id);

CREATE TABLE auth_recovery_codes (
  user_id    uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  code_hash  bytea NOT NULL,
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- ── Bot tokens ───────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE bot_tokens (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  name         text NOT NULL,
  token_hash   bytea NOT NULL UNIQUE,
  last_four    text NOT NULL,
  scopes       text[] NOT NULL CHECK (scopes <@ ARRAY['read', 'trade', 'pcr', 'connections'] AND cardinality(scopes) > 0),
  -- Addresses or CIDR ranges the token may be used from; null = from anywhere.
  allowed_ips  cidr[],
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  last_used_ip text,
  -- A change of password, address or second factor stops every token until its owner says it is still his.
  paused_at    timestamptz
);
CREATE INDEX bot_tokens_user ON bot_tokens (user_id);

-- ── Declarations and limits a person sets himself ────────────────────────────────────────────────────────────────

ALTER TABLE user_settings
  ADD COLUMN adult_declared_at   timestamptz,
  ADD COLUMN country             text CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN country_declared_at timestamptz,
  -- Until then no real order leaves; 'infinity' = for good. It only ever moves forward.
  ADD COLUMN self_excluded_until timestamptz;

-- Keeps a self-exclusion alive past the deletion of its account. The address itself is not kept, only a keyed hash.
CREATE TABLE self_excluded_addresses (
  address_hash   bytea PRIMARY KEY,
  excluded_until timestamptz NOT NULL
);

-- ── Taking everything along, and leaving nothing behind ──────────────────────────────────────────────────────────

-- A person's rows are read in order for the export, and found for the deletion, without reading everybody's.
CREATE INDEX trades_user ON trades (user_id, entry_time, id);
CREATE INDEX trades_account ON trades (account_id);
CREATE INDEX ledger_transfers_account ON ledger_transfers (account_id, created_at, id);

-- ── Mail on its way ──────────────────────────────────────────────────────────────────────────────────────────────

-- Recipient, subject and text are sealed: they carry links that open an account.
CREATE TABLE mail_outbox (
  id              uuid PRIMARY KEY,
  kind            text NOT NULL,
  sealed          bytea,
  state           text NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- After that the mail is of no use to anybody, such as a link that has expired.
  expires_at      timestamptz NOT NULL,
  last_error      text,
  created_at      timestamptz NOT NULL,
  sent_at         timestamptz
);
CREATE INDEX mail_outbox_due ON mail_outbox (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX mail_outbox_done ON mail_outbox (created_at) WHERE state <> 'waiting';

-- ── Security log: append-only, each entry sealed to the one before it ────────────────────────────────────────────

CREATE TABLE security_log (
  user_id       uuid NOT NULL REFERENCES auth_users (id) ON DELETE CASCADE,
  seq           integer NOT NULL CHECK (seq > 0),
  at            timestamptz NOT NULL,
  kind          text NOT NULL,
  session_id    uuid,
  ip            text,
  user_agent    text,
  detail        jsonb NOT NULL DEFAULT '{}',
  previous_hash bytea NOT NULL,
  hash          bytea NOT NULL,
  PRIMARY KEY (user_id, seq)
);

-- Where each chain ends, so that entries cut off its end are missed too.
CREATE TABLE security_log_heads (
  user_id uuid PRIMARY KEY REFERENCES auth_users (id) ON DELETE CASCADE,
  seq     integer NOT NULL,
  hash    bytea NOT NULL
);

-- ── Rights of the app role ───────────────────────────────────────────────────────────────────────────────────────

REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON
  auth_one_time_tokens, auth_codes, auth_factors, auth_challenges, auth_recovery_codes, bot_tokens, mail_outbox
  TO vigia_app;
GRANT SELECT, INSERT, UPDATE ON self_excluded_addresses, security_log_heads TO vigia_app;
GRANT SELECT, INSERT ON security_log TO vigia_app;

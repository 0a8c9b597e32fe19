-- An index for whatever is looked for by more than a few rows. None is on a table an expiry storm writes: there each would be
-- paid with every settlement.

-- Found for each request that asks for a second factor, and with their people and sessions when those go.
CREATE INDEX auth_factors_user ON auth_factors (user_id);
CREATE INDEX auth_codes_user ON auth_codes (user_id);
CREATE INDEX auth_challenges_session ON auth_challenges (session_id);

-- A person's own, those put away too: for his export and when he goes.
DROP INDEX pcr_setups_user;
CREATE INDEX pcr_setups_user ON pcr_setups (user_id);
DROP INDEX strategies_user;
CREATE INDEX strategies_user ON strategies (user_id);

-- What runs, and what was changed lately in another process: asked by whoever takes a shard, and every few seconds.
CREATE INDEX pcr_setups_running ON pcr_setups (created_at, id) WHERE is_active AND archived_at IS NULL;
CREATE INDEX pcr_setups_changed ON pcr_setups (updated_at);
CREATE INDEX strategies_changed ON strategies (updated_at);

-- What is cleared away now and then.
CREATE INDEX auth_users_anonymous ON auth_users (created_at) WHERE is_anonymous;
CREATE INDEX auth_users_unconfirmed ON auth_users (created_at)
  WHERE email_confirmed_at IS NULL AND phone_confirmed_at IS NULL AND NOT is_anonymous AND NOT is_hosted;
CREATE INDEX auth_one_time_tokens_age ON auth_one_time_tokens (expires_at);
CREATE INDEX push_outbox_done ON push_outbox (created_at) WHERE state <> 'waiting';

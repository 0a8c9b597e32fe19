-- Push: messages to the browsers that asked for them, written in the transaction of what they tell of.

CREATE TABLE push_subscriptions (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- It ends with the session it was made in: who signed out on a shared machine is not told of there.
  session_id    uuid NOT NULL,
  -- Where the browser's push service takes messages for it.
  endpoint      text NOT NULL,
  endpoint_hash bytea NOT NULL UNIQUE CHECK (length(endpoint_hash) = 32),
  -- The browser's public key and shared secret (RFC 8291), base64url.
  p256dh        text NOT NULL,
  auth          text NOT NULL,
  topics        text[] NOT NULL CHECK (topics <@ '{settled,signal}' AND cardinality(topics) > 0),
  created_at    timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

CREATE TABLE push_outbox (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  topic           text NOT NULL CHECK (topic IN ('settled', 'signal', 'test')),
  -- The trade or signal: a subscription is told of it once.
  subject         uuid NOT NULL,
  body            jsonb NOT NULL,
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- News of that age is none.
  expires_at      timestamptz NOT NULL,
  last_error      text,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (subscription_id, topic, subject)
);
CREATE INDEX push_outbox_due ON push_outbox (next_attempt_at) WHERE state = 'waiting';

-- Set by set: ten thousand trades that settle in one statement cost one look.
CREATE FUNCTION push_settled() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM push_subscriptions) THEN RETURN NULL; END IF;
  INSERT INTO push_outbox (subscription_id, topic, subject, body, next_attempt_at, expires_at, created_at)
  SELECT s.id, 'settled', t.id,
         jsonb_build_object('symbol', t.symbol, 'direction', t.direction, 'status', t.status,
                            'profit_minor', t.profit_minor, 'currency', a.currency),
         t.settled_at, t.settled_at + interval '1 hour', t.settled_at
  FROM ended t JOIN begun b ON b.id = t.id AND b.status = 'active' JOIN accounts a ON a.id = t.account_id
  JOIN push_subscriptions s ON s.user_id = t.user_id AND 'settled' = ANY (s.topics)
  WHERE t.status <> 'active'
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER trades_push AFTER UPDATE ON trades
  REFERENCING OLD TABLE AS begun NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION push_settled();

-- A signal is worth telling until it expires. The setups of the house belong to nobody and are pushed to nobody.
CREATE FUNCTION push_pcr_signals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM push_subscriptions) THEN RETURN NULL; END IF;
  INSERT INTO push_outbox (subscription_id, topic, subject, body, next_attempt_at, expires_at, created_at)
  SELECT s.id, 'signal', g.id,
         jsonb_build_object('symbol', o.asset, 'direction', g.body->>'direction', 'by', o.name, 'expires_ms', g.expiration_ms),
         g.published_at, to_timestamp(g.expiration_ms / 1000.0), g.published_at
  FROM sealed g JOIN pcr_setups o ON o.id = g.setup_id
  JOIN push_subscriptions s ON s.user_id = o.user_id AND 'signal' = ANY (s.topics)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER pcr_signals_push AFTER INSERT ON pcr_signals
  REFERENCING NEW TABLE AS sealed FOR EACH STATEMENT EXECUTE FUNCTION push_pcr_signals();

CREATE FUNCTION push_strategy_signals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM push_subscriptions) THEN RETURN NULL; END IF;
  INSERT INTO push_outbox (subscription_id, topic, subject, body, next_attempt_at, expires_at, created_at)
  SELECT s.id, 'signal', g.id,
         jsonb_build_object('symbol', o.asset, 'direction', g.body->>'direction', 'by', o.name, 'expires_ms', g.expiration_ms),
         g.published_at, to_timestamp(g.expiration_ms / 1000.0), g.published_at
  FROM sealed g JOIN strategies o ON o.id = g.strategy_id
  JOIN push_subscriptions s ON s.user_id = o.user_id AND 'signal' = ANY (s.topics)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER strategy_signals_push AFTER INSERT ON strategy_signals
  REFERENCING NEW TABLE AS sealed FOR EACH STATEMENT EXECUTE FUNCTION push_strategy_signals();

REVOKE ALL ON FUNCTION push_settled(), push_pcr_signals(), push_strategy_signals() FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions, push_outbox TO vigia_app;

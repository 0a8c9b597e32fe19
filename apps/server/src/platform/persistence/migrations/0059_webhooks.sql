-- Webhooks: addresses of users that get their notifications as signed requests. Topics, results and the disabled state are in
-- notification_receivers.
CREATE TABLE webhooks (
  id                uuid PRIMARY KEY,
  user_id           uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel           text NOT NULL DEFAULT 'webhook' CHECK (channel = 'webhook'),
  name              text NOT NULL,
  -- Addresses of many services contain a secret.
  sealed_url        bytea NOT NULL,
  sealed_secret     bytea NOT NULL,
  disabled_because  text CHECK (disabled_because IN ('gone', 'silent')),
  -- Time of the first failed attempt since the last one that succeeded.
  failing_since     timestamptz,
  -- Whether it gets the last head of the evidence log each day, and when the last one was tried and accepted.
  sends_log_head    boolean NOT NULL,
  log_head_tried_at timestamptz,
  log_head_sent_at  timestamptz,
  updated_at        timestamptz NOT NULL,
  FOREIGN KEY (id, channel) REFERENCES notification_receivers (id, channel) ON DELETE CASCADE
);
CREATE INDEX webhooks_user ON webhooks (user_id);
-- The webhooks whose head is due, without reading all webhooks.
CREATE INDEX webhooks_log_heads ON webhooks (log_head_tried_at) WHERE sends_log_head;

-- The latest attempts of each webhook.
CREATE TABLE webhook_deliveries (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  webhook_id  uuid NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  message_id  uuid NOT NULL,
  type        text NOT NULL CHECK (type IN ('notifications', 'test', 'log_head')),
  at          timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome     text NOT NULL CHECK (outcome IN ('taken', 'later', 'refused', 'gone')),
  status      smallint,
  failure     text,
  -- Begin of the answer.
  answer      text NOT NULL,
  CHECK ((status IS NULL) = (failure IS NOT NULL))
);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_at ON webhook_deliveries (at);

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks, webhook_deliveries TO vigia_app;

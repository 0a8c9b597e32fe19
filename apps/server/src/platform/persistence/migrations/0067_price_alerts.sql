-- Prices at which a user wants to be notified once.
CREATE TABLE price_alerts (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  symbol      text NOT NULL,
  -- Source whose prices the user saw when they created it.
  source      text NOT NULL,
  -- 'up': a live price on or above the level fires it. The price was below when it was created.
  direction   text NOT NULL CHECK (direction IN ('up', 'down')),
  level       double precision NOT NULL,
  created_at  timestamptz NOT NULL,
  -- Time and price of the tick that fired it.
  fired_at    timestamptz,
  fired_price double precision,
  CHECK ((fired_at IS NULL) = (fired_price IS NULL))
);
CREATE INDEX price_alerts_user ON price_alerts (user_id);
CREATE INDEX price_alerts_armed ON price_alerts (id) WHERE fired_at IS NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON price_alerts TO vigia_app;

ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('trade_ended', 'order_in_doubt', 'order_resolved', 'signal',
    'automation_opened', 'automation_refused', 'automation_resting', 'automation_stopped', 'real_closed',
    'limit_reached', 'broker_lost', 'broker_back', 'broker_expiring', 'feed_lost', 'feed_back', 'channel_failed',
    'new_sign_in', 'chat_linked', 'price_alert'));
ALTER TABLE push_subscriptions
  DROP CONSTRAINT push_subscriptions_topics_check,
  ADD CONSTRAINT push_subscriptions_topics_check CHECK (
    topics <@ '{settled,order,signal,opened,automation,stopped,limit,price,connection,security}' AND cardinality(topics) > 0);
ALTER TABLE user_settings
  DROP CONSTRAINT user_settings_email_topics_check,
  ADD CONSTRAINT user_settings_email_topics_check CHECK (
    email_topics <@ '{settled,order,signal,opened,automation,stopped,limit,price,connection,security}');
ALTER TABLE notification_receivers
  DROP CONSTRAINT notification_receivers_topics_check,
  ADD CONSTRAINT notification_receivers_topics_check CHECK (
    topics <@ '{settled,order,signal,opened,automation,stopped,limit,price,connection,security}');

-- An alert fires in the transaction that notifies its user, and its id names the event, so it notifies once.
CREATE FUNCTION notify_of_price_alerts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT f.user_id, 'price_alert', 'price_alert ' || f.id, f.id::text,
         jsonb_build_object('symbol', f.symbol, 'direction', f.direction, 'level', f.level, 'price', f.fired_price),
         f.fired_at
  FROM fired f WHERE f.fired_at IS NOT NULL
  ORDER BY f.fired_at, f.id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER price_alerts_notify AFTER UPDATE ON price_alerts
  REFERENCING NEW TABLE AS fired FOR EACH STATEMENT EXECUTE FUNCTION notify_of_price_alerts();
REVOKE ALL ON FUNCTION notify_of_price_alerts() FROM PUBLIC;

CREATE OR REPLACE FUNCTION notification_topic(kind text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE kind WHEN 'trade_ended' THEN 'settled'
                   WHEN 'order_in_doubt' THEN 'order' WHEN 'order_resolved' THEN 'order'
                   WHEN 'signal' THEN 'signal'
                   WHEN 'automation_opened' THEN 'opened'
                   WHEN 'automation_refused' THEN 'automation' WHEN 'automation_resting' THEN 'automation'
                   WHEN 'automation_stopped' THEN 'stopped' WHEN 'real_closed' THEN 'stopped'
                   WHEN 'limit_reached' THEN 'limit'
                   WHEN 'new_sign_in' THEN 'security' WHEN 'chat_linked' THEN 'security'
                   WHEN 'price_alert' THEN 'price'
                   ELSE 'connection' END
$$;

CREATE OR REPLACE FUNCTION enqueue_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_outbox
    (user_id, channel, subscription_id, receiver_id, notification_id, is_urgent, due_at, expires_at, created_at)
  SELECT w.user_id, w.channel, w.subscription_id, w.receiver_id, w.id, w.kind IN ('new_sign_in', 'chat_linked'), w.created_at,
         CASE WHEN w.channel = 'email' THEN w.created_at + interval '3 days'
              WHEN w.kind = 'signal' THEN coalesce(to_timestamp((w.params->>'expires_ms')::numeric / 1000), w.created_at)
              WHEN w.kind = 'price_alert' THEN w.created_at + interval '1 hour'
              ELSE w.created_at + interval '1 day' END,
         w.created_at
  FROM (
    SELECT n.*, 'push' AS channel, s.id AS subscription_id, NULL::uuid AS receiver_id
    FROM written n JOIN (
      -- A receiver that is deleted meanwhile would otherwise fail the transaction of the event by its foreign key.
      SELECT * FROM push_subscriptions WHERE user_id IN (SELECT user_id FROM written) FOR KEY SHARE) s ON s.user_id = n.user_id
    WHERE CASE n.kind WHEN 'channel_failed' THEN n.params->>'channel' <> 'push'
                      ELSE notification_topic(n.kind) = ANY (s.topics) END
    UNION ALL
    SELECT n.*, r.channel, NULL, r.id
    FROM written n JOIN (
      SELECT * FROM notification_receivers
      WHERE disabled_at IS NULL AND user_id IN (SELECT user_id FROM written) FOR KEY SHARE) r ON r.user_id = n.user_id
    WHERE CASE n.kind WHEN 'channel_failed' THEN n.params->>'channel' <> r.channel
                      WHEN 'chat_linked' THEN r.channel <> 'telegram' AND 'security' = ANY (r.topics)
                      ELSE notification_topic(n.kind) = ANY (r.topics) END
    UNION ALL
    SELECT n.*, 'email', NULL, NULL
    FROM written n JOIN user_settings s ON s.user_id = n.user_id
    WHERE CASE n.kind WHEN 'channel_failed' THEN n.params->>'channel' <> 'email'
                      ELSE notification_topic(n.kind) = ANY (s.email_topics) END
      AND EXISTS (SELECT FROM auth_users a JOIN users u USING (id)
                  WHERE a.id = n.user_id AND NOT a.is_anonymous AND coalesce(a.email, u.email) IS NOT NULL
                    AND (a.is_hosted OR a.email_confirmed_at IS NOT NULL))) w
  ORDER BY w.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

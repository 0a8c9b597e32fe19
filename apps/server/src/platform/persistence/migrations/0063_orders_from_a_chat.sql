-- Practice orders that a user writes in their chat. Each waits for its button.
ALTER TABLE telegram_chats ADD COLUMN allows_orders boolean NOT NULL DEFAULT false;
CREATE TABLE telegram_orders (
  -- Also the idempotency key of the order.
  id          uuid PRIMARY KEY,
  receiver_id uuid NOT NULL REFERENCES telegram_chats (receiver_id) ON DELETE CASCADE,
  -- The order with the account, the payout and the end that its message states.
  body        jsonb NOT NULL,
  expires_at  timestamptz NOT NULL,
  -- The reply to its button; null until the outcome is known.
  answer      text
);
CREATE INDEX telegram_orders_chat ON telegram_orders (receiver_id, expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON telegram_orders TO vigia_app;

ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('trade_ended', 'order_in_doubt', 'order_resolved', 'signal',
    'automation_opened', 'automation_refused', 'automation_resting', 'automation_stopped', 'real_closed',
    'limit_reached', 'broker_lost', 'broker_back', 'broker_expiring', 'feed_lost', 'feed_back', 'channel_failed',
    'new_sign_in', 'chat_linked'));

-- A chat outlives the session that connects it, so its user is notified as of a new device.
CREATE FUNCTION notify_of_chats() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT e.user_id, 'chat_linked', 'chat_linked ' || e.seq, coalesce(e.detail->>'name', ''),
         jsonb_build_object('name', coalesce(e.detail->>'name', '')), e.at
  FROM written e JOIN users u ON u.id = e.user_id
  WHERE e.kind = 'telegram_linked'
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER security_log_notify_chats AFTER INSERT ON security_log
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION notify_of_chats();
REVOKE ALL ON FUNCTION notify_of_chats() FROM PUBLIC;

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
                   ELSE 'connection' END
$$;

-- A new chat is reported on the other channels, at once like a new device.
CREATE OR REPLACE FUNCTION enqueue_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_outbox
    (user_id, channel, subscription_id, receiver_id, notification_id, is_urgent, due_at, expires_at, created_at)
  SELECT w.user_id, w.channel, w.subscription_id, w.receiver_id, w.id, w.kind IN ('new_sign_in', 'chat_linked'), w.created_at,
         CASE WHEN w.channel = 'email' THEN w.created_at + interval '3 days'
              WHEN w.kind = 'signal' THEN coalesce(to_timestamp((w.params->>'expires_ms')::numeric / 1000), w.created_at)
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

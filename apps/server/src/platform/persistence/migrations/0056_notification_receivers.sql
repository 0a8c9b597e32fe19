-- Receivers of notifications besides browsers and mailboxes: a chat or a webhook of the user. Stop all processes before:
-- the old ones cannot read their rows.
CREATE TABLE notification_receivers (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel     text NOT NULL CHECK (channel IN ('telegram', 'webhook')),
  topics      text[] NOT NULL CHECK (
    topics <@ '{settled,order,signal,opened,automation,stopped,limit,connection,security}'),
  -- Messages that are not urgent wait until this time.
  muted_until timestamptz,
  -- Time of the last message that the receiver accepted, and of the last one that was given up.
  sent_at     timestamptz,
  failed_at   timestamptz,
  -- A disabled receiver gets no new messages.
  disabled_at timestamptz,
  created_at  timestamptz NOT NULL,
  -- The tables of the channels refer to the id together with the channel.
  UNIQUE (id, channel)
);
CREATE INDEX notification_receivers_user ON notification_receivers (user_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_receivers TO vigia_app;

ALTER TABLE notification_outbox
  DROP COLUMN target,
  DROP CONSTRAINT notification_outbox_channel_check,
  DROP CONSTRAINT notification_outbox_check,
  ADD COLUMN receiver_id uuid,
  ADD CONSTRAINT notification_outbox_channel_check CHECK (channel IN ('push', 'email', 'telegram', 'webhook')),
  ADD CONSTRAINT notification_outbox_push CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  ADD CONSTRAINT notification_outbox_receiver CHECK ((channel IN ('telegram', 'webhook')) = (receiver_id IS NOT NULL)),
  ADD CONSTRAINT notification_outbox_receiver_id_fkey
    FOREIGN KEY (receiver_id, channel) REFERENCES notification_receivers (id, channel) ON DELETE CASCADE;
-- The receiver: a browser, a chat, a webhook, or the user's mailbox.
ALTER TABLE notification_outbox
  ADD COLUMN target uuid GENERATED ALWAYS AS (coalesce(subscription_id, receiver_id, user_id)) STORED,
  ADD UNIQUE (target, notification_id);
CREATE INDEX notification_outbox_lane ON notification_outbox (target, is_urgent, id) WHERE state = 'waiting';
CREATE INDEX notification_outbox_sent ON notification_outbox (target, sent_at) WHERE state = 'sent';
CREATE INDEX notification_outbox_receiver ON notification_outbox (receiver_id, channel);

CREATE OR REPLACE FUNCTION enqueue_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_outbox
    (user_id, channel, subscription_id, receiver_id, notification_id, is_urgent, due_at, expires_at, created_at)
  SELECT w.user_id, w.channel, w.subscription_id, w.receiver_id, w.id, w.kind = 'new_sign_in', w.created_at,
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

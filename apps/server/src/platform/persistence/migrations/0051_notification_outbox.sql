-- One outbox of push messages and mails about notifications, fed by one trigger. It replaces the outbox of push and its
-- triggers on trades and signals. Stop all processes before: the old ones read the old table.
DROP TRIGGER trades_push ON trades;
DROP TRIGGER pcr_signals_push ON pcr_signals;
DROP TRIGGER strategy_signals_push ON strategy_signals;
DROP FUNCTION push_settled(), push_pcr_signals(), push_strategy_signals();
DROP TABLE push_outbox;

ALTER TABLE push_subscriptions
  DROP CONSTRAINT push_subscriptions_topics_check,
  ADD CONSTRAINT push_subscriptions_topics_check CHECK (
    topics <@ '{settled,order,signal,opened,automation,stopped,limit,connection,security}' AND cardinality(topics) > 0),
  -- Time of the last message that the push service accepted, and of the last one that was given up.
  ADD COLUMN sent_at   timestamptz,
  ADD COLUMN failed_at timestamptz;

ALTER TABLE user_settings
  ADD COLUMN email_topics text[] NOT NULL DEFAULT '{order,stopped,security}' CHECK (
    email_topics <@ '{settled,order,signal,opened,automation,stopped,limit,connection,security}'),
  -- Whether the mails of a day become one, at 08:00.
  ADD COLUMN email_daily  boolean NOT NULL DEFAULT false,
  -- Minutes of the local day.
  ADD COLUMN quiet_from   smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  ADD COLUMN quiet_to     smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  ADD COLUMN email_sent_at   timestamptz,
  ADD COLUMN email_failed_at timestamptz,
  ADD CONSTRAINT user_settings_quiet_whole CHECK ((quiet_from IS NULL) = (quiet_to IS NULL));

CREATE TABLE notification_outbox (
  -- The order in which a receiver gets them.
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  channel         text NOT NULL CHECK (channel IN ('push', 'email')),
  subscription_id uuid REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  -- Null for a test message.
  notification_id bigint,
  -- Urgent rows wait for nothing and pass the others.
  is_urgent       boolean NOT NULL,
  -- The message that contains this row, from the first attempt on, so that a repeated message has the same id.
  message_id      uuid,
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  due_at          timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  sent_at         timestamptz,
  last_error      text,
  created_at      timestamptz NOT NULL,
  -- The receiver: a browser, or the user's mailbox.
  target          uuid GENERATED ALWAYS AS (coalesce(subscription_id, user_id)) STORED,
  UNIQUE (target, notification_id),
  FOREIGN KEY (user_id, notification_id) REFERENCES notifications (user_id, id) ON DELETE CASCADE,
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL))
);
CREATE INDEX notification_outbox_due ON notification_outbox (due_at) WHERE state = 'waiting';
CREATE INDEX notification_outbox_lane ON notification_outbox (target, is_urgent, id) WHERE state = 'waiting';
CREATE INDEX notification_outbox_sent ON notification_outbox (target, sent_at) WHERE state = 'sent';
CREATE INDEX notification_outbox_notification ON notification_outbox (user_id, notification_id);
CREATE INDEX notification_outbox_message ON notification_outbox (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX notification_outbox_done ON notification_outbox (created_at) WHERE state <> 'waiting';
CREATE INDEX notification_outbox_subscription ON notification_outbox (subscription_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON notification_outbox TO vigia_app;

-- The topic of a kind, as in NOTIFICATION_KINDS of the contract.
CREATE FUNCTION notification_topic(kind text) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE kind WHEN 'trade_ended' THEN 'settled'
                   WHEN 'order_in_doubt' THEN 'order' WHEN 'order_resolved' THEN 'order'
                   WHEN 'signal' THEN 'signal'
                   WHEN 'automation_opened' THEN 'opened'
                   WHEN 'automation_refused' THEN 'automation' WHEN 'automation_resting' THEN 'automation'
                   WHEN 'automation_stopped' THEN 'stopped' WHEN 'real_closed' THEN 'stopped'
                   WHEN 'limit_reached' THEN 'limit'
                   WHEN 'new_sign_in' THEN 'security'
                   ELSE 'connection' END
$$;

-- A failed channel is reported on every other channel, whatever topics the user chose. Mails go to confirmed addresses.
CREATE FUNCTION enqueue_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notification_outbox (user_id, channel, subscription_id, notification_id, is_urgent, due_at, expires_at, created_at)
  SELECT w.user_id, w.channel, w.subscription_id, w.id, w.kind = 'new_sign_in', w.created_at,
         CASE WHEN w.channel = 'email' THEN w.created_at + interval '3 days'
              WHEN w.kind = 'signal' THEN coalesce(to_timestamp((w.params->>'expires_ms')::numeric / 1000), w.created_at)
              ELSE w.created_at + interval '1 day' END,
         w.created_at
  FROM (
    SELECT n.*, 'push' AS channel, s.id AS subscription_id
    FROM written n JOIN push_subscriptions s ON s.user_id = n.user_id
    WHERE CASE n.kind WHEN 'channel_failed' THEN n.params->>'channel' <> 'push'
                      ELSE notification_topic(n.kind) = ANY (s.topics) END
    UNION ALL
    SELECT n.*, 'email', NULL
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
CREATE TRIGGER notifications_enqueue AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION enqueue_notifications();

-- The result of a mail is the state of the user's mail channel. A failure is reported once a day.
CREATE FUNCTION note_mail_results() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ended e WHERE e.kind = 'notification' AND e.state <> 'waiting') THEN RETURN NULL; END IF;
  UPDATE user_settings s
  SET email_sent_at = CASE r.state WHEN 'sent' THEN now() ELSE s.email_sent_at END,
      email_failed_at = CASE r.state WHEN 'failed' THEN now() ELSE s.email_failed_at END
  FROM (SELECT DISTINCT o.user_id, e.state FROM ended e JOIN begun b ON b.id = e.id AND b.state = 'waiting'
        JOIN notification_outbox o ON o.message_id = e.id
        WHERE e.kind = 'notification' AND e.state <> 'waiting') r
  WHERE s.user_id = r.user_id;
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT DISTINCT o.user_id, 'channel_failed', 'channel_failed email ' || now()::date, 'email', '{"channel":"email"}'::jsonb, now()
  FROM ended e JOIN begun b ON b.id = e.id AND b.state = 'waiting' JOIN notification_outbox o ON o.message_id = e.id
  WHERE e.kind = 'notification' AND e.state = 'failed'
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER mail_outbox_results AFTER UPDATE ON mail_outbox
  REFERENCING OLD TABLE AS begun NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION note_mail_results();

REVOKE ALL ON FUNCTION enqueue_notifications(), note_mail_results() FROM PUBLIC;

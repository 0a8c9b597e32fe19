-- A settlement switches nested loops off for its transaction, and its triggers inherit this. The message of one trade was
-- then joined with all browsers, settings and accounts of the installation, and its balance with all accounts. Each
-- notification looks up its receivers by index now, which is fast for one and for ten thousand.
CREATE OR REPLACE FUNCTION enqueue_notifications() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp SET enable_nestloop = on SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO notification_outbox
    (user_id, channel, subscription_id, receiver_id, notification_id, is_urgent, due_at, expires_at, created_at)
  SELECT w.user_id, r.channel, r.subscription_id, r.receiver_id, w.id, w.kind IN ('new_sign_in', 'chat_linked'), w.created_at,
         CASE WHEN r.channel = 'email' THEN w.created_at + interval '3 days'
              WHEN w.kind = 'signal' THEN coalesce(to_timestamp((w.params->>'expires_ms')::numeric / 1000), w.created_at)
              WHEN w.kind = 'price_alert' THEN w.created_at + interval '1 hour'
              ELSE w.created_at + interval '1 day' END,
         w.created_at
  FROM written w CROSS JOIN LATERAL (
    SELECT 'push' AS channel, s.id AS subscription_id, NULL::uuid AS receiver_id
    FROM (
      -- A receiver that is deleted meanwhile would otherwise fail the transaction of the event by its foreign key.
      SELECT id FROM push_subscriptions
      WHERE user_id = w.user_id
        AND CASE w.kind WHEN 'channel_failed' THEN w.params->>'channel' <> 'push'
                        ELSE notification_topic(w.kind) = ANY (topics) END
      FOR KEY SHARE) s
    UNION ALL
    SELECT n.channel, NULL, n.id
    FROM (
      SELECT id, channel FROM notification_receivers
      WHERE disabled_at IS NULL AND user_id = w.user_id
        AND CASE w.kind WHEN 'channel_failed' THEN w.params->>'channel' <> channel
                        WHEN 'chat_linked' THEN channel <> 'telegram' AND 'security' = ANY (topics)
                        ELSE notification_topic(w.kind) = ANY (topics) END
      FOR KEY SHARE) n
    UNION ALL
    SELECT 'email', NULL, NULL
    FROM user_settings s
    WHERE s.user_id = w.user_id
      AND CASE w.kind WHEN 'channel_failed' THEN w.params->>'channel' <> 'email'
                      ELSE notification_topic(w.kind) = ANY (s.email_topics) END
      -- One row of each table, because a join of both is planned for all users.
      AND (SELECT NOT a.is_anonymous AND (a.is_hosted OR a.email_confirmed_at IS NOT NULL)
                  AND coalesce(a.email, (SELECT u.email FROM users u WHERE u.id = a.id)) IS NOT NULL
           FROM auth_users a WHERE a.id = w.user_id)) r
  ORDER BY w.id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Its statement is planned anew each time, so the planner knows how many accounts it moves.
ALTER FUNCTION keep_balances() SET enable_nestloop = on;

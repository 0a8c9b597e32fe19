-- Kinds of what only an open tab showed before, of reached limits, and of real automation that closed by itself.
ALTER TABLE notifications
  DROP CONSTRAINT notifications_kind_check,
  ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('trade_ended', 'order_in_doubt', 'order_resolved', 'signal',
    'automation_opened', 'automation_refused', 'automation_resting', 'automation_stopped', 'real_closed',
    'limit_reached', 'broker_lost', 'broker_back', 'broker_expiring', 'feed_lost', 'feed_back', 'channel_failed',
    'new_sign_in'));

-- A limit of the account that resets at a known time is one event until then, for manual and automatic orders together.
CREATE FUNCTION limit_event(code text, resets_at text, vals jsonb) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT concat_ws(' ', 'limit_reached', code, resets_at, vals->>'limit')
$$;

CREATE OR REPLACE FUNCTION notify_of_decisions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT d.user_id, k.kind,
         CASE k.kind WHEN 'automation_resting' THEN k.kind || ' ' || d.automation_id || ' ' || coalesce(k.resets_at, '')
                     WHEN 'limit_reached' THEN limit_event(d.code, k.resets_at, d.reason->'values')
                     ELSE k.kind || ' ' || d.signal_id END,
         coalesce(d.trade_id, d.automation_id)::text,
         jsonb_build_object('automation', d.automation, 'name', coalesce(p.name, s.name),
                            'symbol', coalesce(p.asset, s.asset),
                            'direction', coalesce(ps.body->>'direction', ss.body->>'direction'),
                            'code', d.code, 'values', coalesce(d.reason->'values', '{}'), 'resets_at', k.resets_at,
                            'stake_minor', d.stake_minor, 'currency', a.currency, 'expiry_time', t.expiry_time),
         d.decided_at
  FROM made d
  LEFT JOIN pcr_setups p ON p.id = d.automation_id LEFT JOIN pcr_signals ps ON ps.id = d.signal_id
  LEFT JOIN strategies s ON s.id = d.automation_id LEFT JOIN strategy_signals ss ON ss.id = d.signal_id
  LEFT JOIN trades t ON t.id = d.trade_id LEFT JOIN accounts a ON a.id = t.account_id
  CROSS JOIN LATERAL (
    SELECT CASE WHEN d.decision = 'traded' THEN 'automation_opened'
                WHEN NOT coalesce(p.auto_trade, s.auto_trade) THEN 'automation_stopped'
                WHEN jsonb_typeof(d.reason->'reached') = 'object' THEN 'automation_resting'
                WHEN d.reason #>> '{details,0,path}' = 'resets_at' THEN 'limit_reached'
                ELSE 'automation_refused' END AS kind,
           d.reason #>> '{details,0,message}' AS resets_at) k
  WHERE coalesce(ps.id, ss.id) IS NOT NULL AND coalesce(p.id, s.id) IS NOT NULL
  ORDER BY d.decided_at, d.signal_id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;

-- The graduation gate writes to the security log when it moves rules from real money to demo.
CREATE FUNCTION notify_of_closed_gates() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT e.user_id, 'real_closed', 'real_closed ' || e.seq, coalesce(e.detail->>'to', ''),
         jsonb_build_object('name', e.detail->>'name', 'why', e.detail->>'why'), e.at
  FROM written e JOIN users u ON u.id = e.user_id
  WHERE e.kind = 'automation_real_closed' AND e.detail->>'why' IS NOT NULL
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER security_log_notify_gates AFTER INSERT ON security_log
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION notify_of_closed_gates();
REVOKE ALL ON FUNCTION notify_of_closed_gates() FROM PUBLIC;

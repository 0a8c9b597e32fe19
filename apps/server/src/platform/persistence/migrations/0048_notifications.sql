-- Notifications of each user. Triggers write them in the transaction of their event, so an event that is stored has its
-- notification, and one that is rolled back has none.
CREATE TABLE notifications (
  -- The order of a user's notifications.
  id         bigint GENERATED ALWAYS AS IDENTITY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('trade_ended', 'order_in_doubt', 'order_resolved', 'signal',
    'automation_opened', 'automation_refused', 'automation_resting', 'automation_stopped',
    'new_sign_in')),
  -- Names the event. A user has one notification of each event, however often it is written.
  event      text NOT NULL,
  -- Id of the trade, signal, setup, strategy or session that the notification is about.
  subject    text NOT NULL,
  params     jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  read_at    timestamptz,
  PRIMARY KEY (user_id, id),
  UNIQUE (user_id, event)
);
-- For the upkeep, which deletes by age.
CREATE INDEX notifications_age ON notifications (created_at);

GRANT SELECT, INSERT, DELETE ON notifications TO vigia_app;
GRANT UPDATE (read_at) ON notifications TO vigia_app;

-- Whole sets: a statement that settles ten thousand trades inserts their notifications with one statement.
CREATE FUNCTION notify_of_trades() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT t.user_id, k.kind, k.kind || ' ' || t.id, t.id::text,
         jsonb_build_object('symbol', t.symbol, 'direction', t.direction, 'status', t.status,
                            'profit_minor', t.profit_minor, 'currency', a.currency,
                            'is_sold', coalesce(t.settle_reason = 'sold', false), 'is_unclear', t.execution = 'unknown'),
         coalesce(t.settled_at, now())
  FROM ended t JOIN begun b ON b.id = t.id AND b.status = 'active' JOIN accounts a ON a.id = t.account_id
  CROSS JOIN LATERAL (SELECT CASE WHEN t.status <> 'active' THEN 'trade_ended'
                                  WHEN t.execution = 'unknown' AND b.execution <> 'unknown' THEN 'order_in_doubt'
                                  WHEN t.execution <> 'unknown' AND b.execution = 'unknown' THEN 'order_resolved'
                             END AS kind) k
  WHERE k.kind IS NOT NULL
  ORDER BY t.expiry_time, t.id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER trades_notify AFTER UPDATE ON trades
  REFERENCING OLD TABLE AS begun NEW TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION notify_of_trades();

-- The built-in setups belong to nobody, so nobody is notified of their signals.
CREATE FUNCTION notify_of_pcr_signals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT o.user_id, 'signal', 'signal ' || g.id, g.id::text,
         jsonb_build_object('automation', 'pcr', 'name', o.name, 'symbol', o.asset, 'direction', g.body->>'direction',
                            'entry_price', g.body->'entry_price', 'expires_ms', g.expiration_ms),
         g.published_at
  FROM sealed g JOIN pcr_setups o ON o.id = g.setup_id WHERE o.user_id IS NOT NULL
  ORDER BY g.entry_time_ms, g.id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER pcr_signals_notify AFTER INSERT ON pcr_signals
  REFERENCING NEW TABLE AS sealed FOR EACH STATEMENT EXECUTE FUNCTION notify_of_pcr_signals();

CREATE FUNCTION notify_of_strategy_signals() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT o.user_id, 'signal', 'signal ' || g.id, g.id::text,
         jsonb_build_object('automation', 'strategy', 'name', o.name, 'symbol', o.asset, 'direction', g.body->>'direction',
                            'entry_price', g.body->'entry_price', 'expires_ms', g.expiration_ms),
         g.published_at
  FROM sealed g JOIN strategies o ON o.id = g.strategy_id
  ORDER BY g.entry_time_ms, g.id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER strategy_signals_notify AFTER INSERT ON strategy_signals
  REFERENCING NEW TABLE AS sealed FOR EACH STATEMENT EXECUTE FUNCTION notify_of_strategy_signals();

-- A rest is one event until its limit resets: later signals that it refuses add nothing. A decision that switches the
-- automation off has done so before it is written.
CREATE FUNCTION notify_of_decisions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT d.user_id, k.kind,
         CASE k.kind WHEN 'automation_resting'
                     THEN k.kind || ' ' || d.automation_id || ' ' || coalesce(d.reason #>> '{details,0,message}', '')
                     ELSE k.kind || ' ' || d.signal_id END,
         coalesce(d.trade_id, d.automation_id)::text,
         jsonb_build_object('automation', d.automation, 'name', coalesce(p.name, s.name),
                            'symbol', coalesce(p.asset, s.asset),
                            'direction', coalesce(ps.body->>'direction', ss.body->>'direction'),
                            'code', d.code, 'values', coalesce(d.reason->'values', '{}'),
                            'stake_minor', d.stake_minor, 'currency', a.currency, 'expiry_time', t.expiry_time),
         d.decided_at
  FROM made d
  LEFT JOIN pcr_setups p ON p.id = d.automation_id LEFT JOIN pcr_signals ps ON ps.id = d.signal_id
  LEFT JOIN strategies s ON s.id = d.automation_id LEFT JOIN strategy_signals ss ON ss.id = d.signal_id
  LEFT JOIN trades t ON t.id = d.trade_id LEFT JOIN accounts a ON a.id = t.account_id
  CROSS JOIN LATERAL (SELECT CASE WHEN d.decision = 'traded' THEN 'automation_opened'
                                  WHEN NOT coalesce(p.auto_trade, s.auto_trade) THEN 'automation_stopped'
                                  WHEN jsonb_typeof(d.reason->'reached') = 'object' THEN 'automation_resting'
                                  ELSE 'automation_refused' END AS kind) k
  WHERE coalesce(ps.id, ss.id) IS NOT NULL AND coalesce(p.id, s.id) IS NOT NULL
  ORDER BY d.decided_at, d.signal_id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER automation_decisions_notify AFTER INSERT ON automation_decisions
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION notify_of_decisions();

-- A device is new if no earlier sign-in of the user came from the same browser and system. Versions are ignored,
-- because browsers update themselves. The first sign-in of an account is no news.
CREATE FUNCTION notify_of_sign_ins() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT e.user_id, 'new_sign_in', 'new_sign_in ' || e.session_id, e.session_id::text,
         jsonb_build_object('user_agent', e.user_agent, 'ip', e.ip), e.at
  FROM written e JOIN users u ON u.id = e.user_id
  WHERE e.kind = 'signed_in' AND e.session_id IS NOT NULL
    AND EXISTS (SELECT 1 FROM security_log p WHERE p.user_id = e.user_id AND p.seq < e.seq AND p.kind = 'signed_in')
    AND NOT EXISTS (
      SELECT 1 FROM security_log p
      WHERE p.user_id = e.user_id AND p.seq < e.seq AND p.kind = 'signed_in'
        AND regexp_replace(coalesce(p.user_agent, ''), '[0-9.]+', '', 'g')
          = regexp_replace(coalesce(e.user_agent, ''), '[0-9.]+', '', 'g'))
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER security_log_notify AFTER INSERT ON security_log
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION notify_of_sign_ins();

REVOKE ALL ON FUNCTION notify_of_trades(), notify_of_pcr_signals(), notify_of_strategy_signals(), notify_of_decisions(),
  notify_of_sign_ins() FROM PUBLIC;

-- A session keeps the plan of this statement from its first use, with few trades. A join of the rows before and after the
-- update then compares each with each: the notifications of 9,600 trades took more than 15 s. A hashed list and a look-up
-- of one account are fast for any number.
CREATE OR REPLACE FUNCTION notify_of_trades() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
  SELECT t.user_id, t.kind, t.kind || ' ' || t.id, t.id::text,
         jsonb_build_object('symbol', t.symbol, 'direction', t.direction, 'status', t.status,
                            'profit_minor', t.profit_minor,
                            'currency', (SELECT a.currency FROM accounts a WHERE a.id = t.account_id),
                            'is_sold', coalesce(t.settle_reason = 'sold', false), 'is_unclear', t.execution = 'unknown'),
         coalesce(t.settled_at, now())
  FROM (SELECT e.*, CASE WHEN e.status <> 'active' THEN 'trade_ended'
                         WHEN e.execution = 'unknown' AND NOT e.id IN (SELECT b.id FROM begun b WHERE b.execution = 'unknown')
                           THEN 'order_in_doubt'
                         WHEN e.execution <> 'unknown' AND e.id IN (SELECT b.id FROM begun b WHERE b.execution = 'unknown')
                           THEN 'order_resolved'
                    END AS kind
        FROM ended e WHERE (e.id IN (SELECT b.id FROM begun b WHERE b.status = 'active')) IS TRUE) t
  WHERE t.kind IS NOT NULL
  ORDER BY t.expiry_time, t.id
  ON CONFLICT (user_id, event) DO NOTHING;
  RETURN NULL;
END $$;

-- Trading, whole: a ledger that is quick to write and cannot disagree with its balances, settlements beside their trades.

-- ── Ledger: a transfer is one row, its sides are columns ─────────────────────────────────────────────────────────

ALTER TABLE ledger_transfers
  ADD COLUMN user_cash_minor  bigint NOT NULL DEFAULT 0,
  ADD COLUMN user_hold_minor  bigint NOT NULL DEFAULT 0,
  ADD COLUMN broker_pnl_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN fees_minor       bigint NOT NULL DEFAULT 0,
  ADD COLUMN equity_minor     bigint NOT NULL DEFAULT 0,
  -- 1 but for corrections, of which a trade may have several.
  ADD COLUMN step             smallint NOT NULL DEFAULT 1;

UPDATE ledger_transfers t
SET user_cash_minor = e.user_cash, user_hold_minor = e.user_hold, broker_pnl_minor = e.broker_pnl,
    fees_minor = e.fees, equity_minor = e.equity
FROM (SELECT transfer_id,
             coalesce(sum(amount_minor) FILTER (WHERE book = 'user_cash'), 0)::bigint AS user_cash,
             coalesce(sum(amount_minor) FILTER (WHERE book = 'user_hold'), 0)::bigint AS user_hold,
             coalesce(sum(amount_minor) FILTER (WHERE book = 'broker_pnl'), 0)::bigint AS broker_pnl,
             coalesce(sum(amount_minor) FILTER (WHERE book = 'fees'), 0)::bigint AS fees,
             coalesce(sum(amount_minor) FILTER (WHERE book = 'equity'), 0)::bigint AS equity
      FROM ledger_entries GROUP BY transfer_id) e
WHERE e.transfer_id = t.id;

DROP TABLE ledger_entries;
DROP FUNCTION ledger_transfer_balances();

ALTER TABLE ledger_transfers
  ADD CONSTRAINT ledger_transfers_balance CHECK (
    user_cash_minor + user_hold_minor + broker_pnl_minor + fees_minor + equity_minor = 0),
  DROP CONSTRAINT ledger_transfers_phase_check,
  ADD CONSTRAINT ledger_transfers_phase_check CHECK (phase IN ('funding', 'hold', 'settlement', 'correction')),
  ADD CONSTRAINT ledger_transfers_step_check CHECK (step = 1 OR (phase = 'correction' AND step > 0));

-- One index names a transfer and reads an account's in their order: of an expiry storm's cost half are the indexes.
DROP INDEX ledger_transfers_account;
ALTER TABLE ledger_transfers
  DROP CONSTRAINT ledger_transfers_pkey,
  ADD PRIMARY KEY (account_id, created_at, id);

DROP INDEX ledger_transfers_once;
CREATE UNIQUE INDEX ledger_transfers_once ON ledger_transfers (trade_id, phase, step) WHERE trade_id IS NOT NULL;

-- A balance is the sum of its transfers. It is kept by the database with each of them, so that nobody has to add them up
-- for every order and nobody can book without it.
ALTER TABLE accounts
  ADD COLUMN cash_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN held_minor bigint NOT NULL DEFAULT 0;
UPDATE accounts a SET cash_minor = t.cash, held_minor = t.held
FROM (SELECT account_id, sum(user_cash_minor)::bigint AS cash, sum(user_hold_minor)::bigint AS held
      FROM ledger_transfers GROUP BY account_id) t
WHERE t.account_id = a.id;
ALTER TABLE accounts ADD CONSTRAINT accounts_held_not_negative CHECK (held_minor >= 0);

CREATE FUNCTION keep_balances() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  transfers bigint := (SELECT count(*) FROM booked);
  named bigint;
  moved bigint;
BEGIN
  IF transfers = 1 THEN
    UPDATE accounts a SET cash_minor = a.cash_minor + b.user_cash_minor, held_minor = a.held_minor + b.user_hold_minor
    FROM booked b WHERE b.account_id = a.id;
    GET DIAGNOSTICS moved = ROW_COUNT;
    named := 1;
  ELSE
    -- Planned anew each time: a plan kept from a few transfers would go through all accounts for each of thousands.
    EXECUTE 'UPDATE accounts a SET cash_minor = a.cash_minor + b.cash, held_minor = a.held_minor + b.held
             FROM (SELECT account_id, sum(user_cash_minor)::bigint AS cash, sum(user_hold_minor)::bigint AS held
                   FROM booked GROUP BY account_id) b
             WHERE b.account_id = a.id';
    GET DIAGNOSTICS moved = ROW_COUNT;
    named := (SELECT count(DISTINCT account_id) FROM booked);
  END IF;
  IF moved <> named THEN
    RAISE EXCEPTION 'a transfer names no account' USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NULL;
END $$;
-- Every transfer moves its account's row and so finds out itself whether there is one: a foreign key would look a second
-- time for each. What a foreign key does when an account goes is done here.
CREATE FUNCTION forget_transfers() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM ledger_transfers t USING gone WHERE t.account_id = gone.id;
  RETURN NULL;
END $$;
ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_account_id_fkey;
REVOKE ALL ON FUNCTION keep_balances(), forget_transfers() FROM PUBLIC;
CREATE TRIGGER accounts_forget_transfers AFTER DELETE ON accounts
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_transfers();
CREATE TRIGGER ledger_transfers_keep_balances AFTER INSERT ON ledger_transfers
  REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION keep_balances();

-- What was put in, without the trades between: with the balances it gives what an account has won or lost in all.
CREATE INDEX ledger_transfers_funding ON ledger_transfers (account_id) INCLUDE (equity_minor) WHERE phase = 'funding';

-- ── Settlement: what decided a trade stands in its row, and for good in its events ───────────────────────────────

ALTER TABLE trades
  ADD COLUMN settle_price   double precision,
  ADD COLUMN settle_tick_ms bigint,
  ADD COLUMN settle_reason  text,
  -- How often its result was corrected afterwards, and when last; what it was before stands in its events.
  ADD COLUMN corrections    smallint NOT NULL DEFAULT 0,
  ADD COLUMN corrected_at   timestamptz,
  -- The number of its last event: the next one follows without a look at the log.
  ADD COLUMN last_seq       integer NOT NULL DEFAULT 0;
UPDATE trades t SET settle_price = r.settle_price, settle_tick_ms = r.settle_tick_ms, settle_reason = r.reason
FROM settlement_records r WHERE r.trade_id = t.id;
DROP TABLE settlement_records;
UPDATE trades t SET last_seq = e.seq
FROM (SELECT trade_id, max(seq) AS seq FROM trade_events GROUP BY trade_id) e WHERE e.trade_id = t.id;
ALTER TABLE trades
  ADD CHECK (entry_price > 0 AND entry_price < 'Infinity'),
  ADD CHECK (settle_price > 0 AND settle_price < 'Infinity');

-- A trade's account is its user's own; the index by user serves the check, one by account is not needed.
ALTER TABLE accounts ADD UNIQUE (user_id, id);
ALTER TABLE trades
  DROP CONSTRAINT trades_account_id_fkey,
  ADD FOREIGN KEY (user_id, account_id) REFERENCES accounts (user_id, id);
DROP INDEX trades_account;

-- A trade that has ended stays as it ended, whatever the program thinks; only a counted correction may change it.
CREATE FUNCTION refuse_second_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trade % has ended as %', OLD.id, OLD.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER trades_end_once BEFORE UPDATE ON trades FOR EACH ROW
  WHEN (OLD.status <> 'active' AND NEW.corrections <> OLD.corrections + 1) EXECUTE FUNCTION refuse_second_ending();

-- ── Idempotency: an answer of the last day is given again in the shape answers have now ──────────────────────────

UPDATE idempotency_keys k
SET response = k.response || jsonb_build_object('entry_tick_time',
      to_char(to_timestamp(t.entry_tick_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
FROM trades t WHERE t.id = (k.response ->> 'id')::uuid;

-- ── Limits a person sets, and the breaks he takes ────────────────────────────────────────────────────────────────

-- With the id, so that the latest ended trades of a person are read in their order without a sort.
DROP INDEX trades_history;
CREATE INDEX trades_history ON trades (user_id, settled_at DESC, id DESC) WHERE status <> 'active';

ALTER TABLE user_settings
  -- Limits count the days of this zone; it follows time_zone a day later.
  ADD COLUMN limits_time_zone text NOT NULL DEFAULT 'UTC',
  -- What was loosened and does not count yet: {"<limit>": {"value", "fromMs"}}. The columns hold what counts until then.
  ADD COLUMN waiting_limits   jsonb NOT NULL DEFAULT '{}',
  -- The stretch of automation or real money that was last known to go on.
  ADD COLUMN stretch_since         timestamptz,
  ADD COLUMN stretch_last_order_at timestamptz,
  ADD CONSTRAINT user_settings_stretch_whole CHECK ((stretch_since IS NULL) = (stretch_last_order_at IS NULL));
CREATE INDEX user_settings_stretch ON user_settings (stretch_since) WHERE stretch_since IS NOT NULL;
UPDATE user_settings SET limits_time_zone = time_zone;
UPDATE user_settings s
SET waiting_limits = jsonb_build_object('maxConcurrentTrades', jsonb_build_object(
      'value', u.raised_concurrent_trades, 'fromMs', (extract(epoch FROM u.raised_from) * 1000)::bigint))
FROM users u WHERE u.id = s.user_id AND u.raised_from IS NOT NULL;
ALTER TABLE users DROP COLUMN raised_concurrent_trades, DROP COLUMN raised_from;

-- ── Rights of the app role ───────────────────────────────────────────────────────────────────────────────────────

-- Balances begin at zero and move by transfers alone; the one column to update is what taking a lock on the row asks for.
REVOKE INSERT, UPDATE ON accounts FROM vigia_app;
GRANT INSERT (id, user_id, broker, kind, currency, created_at), UPDATE (currency) ON accounts TO vigia_app;

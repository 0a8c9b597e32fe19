-- When a setup or strategy was switched on and off, so that a check can tell a pause from a removed signal.
-- Each entry has `at_ms`, epoch milliseconds, and `on`. The list begins with this migration, or with the row.

ALTER TABLE pcr_setups ADD COLUMN switches jsonb NOT NULL DEFAULT '[]';
ALTER TABLE strategies ADD COLUMN switches jsonb NOT NULL DEFAULT '[]';

UPDATE pcr_setups SET switches = jsonb_build_array(jsonb_build_object(
  'at_ms', (extract(epoch FROM now()) * 1000)::bigint, 'on', is_active AND archived_at IS NULL));
UPDATE strategies SET switches = jsonb_build_array(jsonb_build_object(
  'at_ms', (extract(epoch FROM now()) * 1000)::bigint, 'on', status = 'active' AND archived_at IS NULL));

-- Appends the state to the list if it changed. A restored row keeps its list. The list keeps the newest 500 changes.
CREATE FUNCTION with_switch(switches jsonb, is_on boolean, at timestamptz) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN (switches -> -1 ->> 'on')::boolean IS NOT DISTINCT FROM is_on THEN switches
              ELSE (CASE WHEN jsonb_array_length(switches) >= 500 THEN switches - 0 ELSE switches END)
                   || jsonb_build_object('at_ms', (extract(epoch FROM at) * 1000)::bigint, 'on', is_on) END
$$;

CREATE FUNCTION record_setup_switch() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.switches := with_switch(NEW.switches, NEW.is_active AND NEW.archived_at IS NULL, NEW.updated_at);
  RETURN NEW;
END $$;
CREATE TRIGGER pcr_setups_switched BEFORE INSERT OR UPDATE OF is_active, archived_at ON pcr_setups
  FOR EACH ROW EXECUTE FUNCTION record_setup_switch();

CREATE FUNCTION record_strategy_switch() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.switches := with_switch(NEW.switches, NEW.status = 'active' AND NEW.archived_at IS NULL, NEW.updated_at);
  RETURN NEW;
END $$;
CREATE TRIGGER strategies_switched BEFORE INSERT OR UPDATE OF status, archived_at ON strategies
  FOR EACH ROW EXECUTE FUNCTION record_strategy_switch();

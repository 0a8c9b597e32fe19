-- Deletes the minutes before a time, of each asset at most the seven oldest days: a call stays short even when years of
-- candles become too old at once, and the next call goes on. It steps from asset to asset by the primary key.
CREATE FUNCTION delete_candles_before(first_kept bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  asset record;
  count_deleted bigint;
  total bigint := 0;
BEGIN
  SELECT source, symbol, time INTO asset FROM candles_1m ORDER BY source, symbol, time LIMIT 1;
  WHILE FOUND LOOP
    DELETE FROM candles_1m
    WHERE source = asset.source AND symbol = asset.symbol AND time < least(first_kept, asset.time + 7 * 86400);
    GET DIAGNOSTICS count_deleted = ROW_COUNT;
    total := total + count_deleted;
    SELECT source, symbol, time INTO asset FROM candles_1m
    WHERE (source, symbol) > (asset.source, asset.symbol) ORDER BY source, symbol, time LIMIT 1;
  END LOOP;
  RETURN total;
END $$;

REVOKE ALL ON FUNCTION delete_candles_before(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION delete_candles_before(bigint) TO vigia_app;

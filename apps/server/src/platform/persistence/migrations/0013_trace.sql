-- The trace a trade was placed in (W3C traceparent), so that its settlement, minutes later and perhaps in another process,
-- continues it. Null where nobody traces.
ALTER TABLE trades ADD COLUMN traceparent text;

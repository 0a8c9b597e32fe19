-- Drawings may also be rays, Fibonacci retracements and texts. A text has one place and its words.
ALTER TABLE drawings ADD COLUMN words text;
ALTER TABLE drawings DROP CONSTRAINT drawings_kind_check;
ALTER TABLE drawings ADD CONSTRAINT drawings_kind_check
  CHECK (kind IN ('horizontal_line', 'trend_line', 'ray', 'rectangle', 'fibonacci', 'text'));
ALTER TABLE drawings DROP CONSTRAINT drawings_ends;
ALTER TABLE drawings ADD CONSTRAINT drawings_ends CHECK (
  num_nulls(to_time, to_price) = CASE WHEN kind IN ('horizontal_line', 'text') THEN 2 ELSE 0 END
  AND (from_time IS NULL) = (kind = 'horizontal_line')
  AND (words IS NOT NULL) = (kind = 'text')
);

-- Drawings: lines and rectangles of people's own on the chart of an asset, by time and price.

CREATE TABLE drawings (
  -- Made by the browser, so that a save that is repeated makes one drawing.
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  symbol     text NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('horizontal_line', 'trend_line', 'rectangle')),
  -- A horizontal line has a price and nothing else.
  from_time  timestamptz,
  from_price double precision NOT NULL,
  to_time    timestamptz,
  to_price   double precision,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT drawings_ends CHECK (num_nulls(from_time, to_time, to_price) = CASE kind WHEN 'horizontal_line' THEN 3 ELSE 0 END)
);
CREATE INDEX drawings_of_chart ON drawings (user_id, symbol);

GRANT SELECT, INSERT, UPDATE, DELETE ON drawings TO vigia_app;

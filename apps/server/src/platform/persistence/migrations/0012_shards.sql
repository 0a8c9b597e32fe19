-- Settlement by several processes: whoever takes over tells again of what was settled a moment ago. Trades are settled in about
-- the order they lie in, so that a range of pages says enough; an index by rows would cost each settlement more than this.
CREATE INDEX trades_settled_lately ON trades USING brin (settled_at) WITH (autosummarize = on);

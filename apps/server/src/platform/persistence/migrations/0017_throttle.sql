-- Tries and requests that several processes count together. Lost with a crash of the database, which only forgives a few tries.
CREATE UNLOGGED TABLE throttle (
  -- SHA-256 of what is counted, as hex: addresses that were only tried are not stored.
  key          text PRIMARY KEY CHECK (length(key) = 64),
  failures     integer NOT NULL DEFAULT 0,
  -- Milliseconds since the epoch: when the bucket is full again, or the next try may begin.
  free_at_ms   double precision NOT NULL,
  forget_at_ms double precision NOT NULL
);
CREATE INDEX throttle_forgotten ON throttle (forget_at_ms);
GRANT SELECT, INSERT, UPDATE, DELETE ON throttle TO vigia_app;

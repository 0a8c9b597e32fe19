-- The evidence log: signals, outcomes, decisions and trades as leaves of an append-only Merkle tree (RFC 9162). A leaf
-- holds a commitment, never the fact: the fact stays in its own table and is found by fact_id and step.

-- The random tag that stands for a person in the log, and the number of leaves with this tag.
CREATE TABLE log_people (
  user_id uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  tag     uuid NOT NULL UNIQUE,
  leaves  integer NOT NULL CHECK (leaves >= 0)
);

CREATE TABLE log_leaves (
  index      bigint PRIMARY KEY CHECK (index >= 0),
  kind       text NOT NULL CHECK (kind IN ('signal', 'outcome', 'decision', 'trade', 'log')),
  -- Null: a fact without a person, or a statement of the log about itself.
  tag        uuid,
  tag_seq    integer NOT NULL,
  logged_ms  bigint NOT NULL,
  commitment bytea NOT NULL,
  -- What opens the commitment. It is deleted with the person; the other columns stay.
  fact_id    uuid,
  step       integer NOT NULL,
  salt       bytea,
  -- The whole content of a statement of the log about itself.
  statement  jsonb,
  CHECK ((kind = 'log') = (statement IS NOT NULL)),
  CHECK ((tag IS NULL) = (tag_seq = 0))
);
CREATE UNIQUE INDEX log_leaves_fact ON log_leaves (fact_id, kind, step) WHERE fact_id IS NOT NULL;
CREATE INDEX log_leaves_statements ON log_leaves (index) WHERE kind = 'log';

-- Hashes of complete subtrees of 16, 256 … leaves (level 4, 8 …), so that a proof reads few rows.
CREATE TABLE log_nodes (
  level smallint NOT NULL CHECK (level > 0 AND level % 4 = 0),
  index bigint NOT NULL,
  hash  bytea NOT NULL,
  PRIMARY KEY (level, index)
);

-- Signed heads (C2SP tlog-checkpoint). The signing key is never in the database.
CREATE TABLE log_heads (
  size      bigint PRIMARY KEY,
  note      text NOT NULL,
  signed_at timestamptz NOT NULL
);

-- Tags of deleted people. The log states each of them in a leaf, so that no other opening can disappear unnoticed.
CREATE TABLE log_forgotten (tag uuid PRIMARY KEY);

CREATE FUNCTION forget_leaves() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE log_leaves SET fact_id = NULL, salt = NULL WHERE tag = OLD.tag;
  INSERT INTO log_forgotten (tag) VALUES (OLD.tag);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION forget_leaves() FROM PUBLIC;
CREATE TRIGGER log_people_forgotten AFTER DELETE ON log_people FOR EACH ROW EXECUTE FUNCTION forget_leaves();

-- The log reads what is new by its time.
CREATE INDEX pcr_signals_published ON pcr_signals (published_at);
CREATE INDEX strategy_signals_published ON strategy_signals (published_at);
CREATE INDEX automation_decisions_decided ON automation_decisions (decided_at);
CREATE INDEX trade_events_logged ON trade_events (at)
  WHERE kind IN ('intent', 'settle', 'void', 'sell', 'cancel', 'refuse', 'give_up', 'correct');

-- Append-only, except the count of a person's leaves.
GRANT SELECT, INSERT ON log_leaves, log_nodes, log_heads, log_forgotten TO vigia_app;
GRANT SELECT, INSERT, UPDATE ON log_people TO vigia_app;

-- What was decided a moment ago: whoever takes a shard tells of it again, for its last owner may not have come to it. Rows lie in
-- the order of their decisions, so that a few pages' summaries find them and cost next to nothing where they are written.
CREATE INDEX pcr_signal_outcomes_decided ON pcr_signal_outcomes USING brin (decided_at)
  WITH (pages_per_range = 16, autosummarize = on);
CREATE INDEX strategy_signal_outcomes_decided ON strategy_signal_outcomes USING brin (decided_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- What was decided a moment ago: whoever takes a shard tells of it again, for its last owner may not have come to it.
CREATE INDEX pcr_signal_outcomes_decided ON pcr_signal_outcomes (decided_at);
CREATE INDEX strategy_signal_outcomes_decided ON strategy_signal_outcomes (decided_at);

-- The evidence of a user's cards asks at every look how often their results were corrected.

CREATE INDEX trades_corrected ON trades (user_id) WHERE corrections > 0;

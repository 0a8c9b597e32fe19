-- The program knows the kinds of tests: a grid is one more.

ALTER TABLE backtests DROP CONSTRAINT backtests_kind_check;

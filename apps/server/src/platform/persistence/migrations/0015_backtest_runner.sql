-- Which process runs a test on history: another asks it how far it is, and knows it for interrupted once that is gone.
ALTER TABLE backtests ADD COLUMN runner text;

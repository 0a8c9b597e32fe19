-- The program knows the strategy types: a new one needs no migration.

ALTER TABLE strategies DROP CONSTRAINT strategies_type_check;

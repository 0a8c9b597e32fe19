-- Which brokers there are, the catalogue says that the server is composed with; the tables only hold what a broker's word looks like.

ALTER TABLE accounts
  DROP CONSTRAINT accounts_broker_check,
  ADD CONSTRAINT accounts_broker_check CHECK (broker ~ '^[a-z][a-z0-9]{1,23}$');
ALTER TABLE broker_credentials
  DROP CONSTRAINT broker_credentials_broker_check,
  ADD CONSTRAINT broker_credentials_broker_check CHECK (broker ~ '^[a-z][a-z0-9]{1,23}$' AND broker <> 'mock');
ALTER TABLE broker_connections
  DROP CONSTRAINT broker_connections_broker_check,
  ADD CONSTRAINT broker_connections_broker_check CHECK (broker ~ '^[a-z][a-z0-9]{1,23}$' AND broker <> 'mock');

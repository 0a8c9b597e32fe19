-- How the messages of an external strategy arrive. Of its address, only the hash is stored.
CREATE TABLE signal_doors (
  strategy_id     uuid PRIMARY KEY REFERENCES strategies (id) ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  format          text NOT NULL CHECK (format IN ('json', 'pattern')),
  pattern         text,
  -- Other names of the asset that the sender uses.
  names           text[] NOT NULL,
  max_age_seconds smallint NOT NULL,
  secret_hash     bytea UNIQUE,
  -- From it and a key of the installation follows the key of the signatures; null if messages are not signed.
  key_nonce       bytea,
  address_since   timestamptz,
  updated_at      timestamptz NOT NULL,
  CHECK ((format = 'pattern') = (pattern IS NOT NULL)),
  CHECK ((secret_hash IS NULL) = (address_since IS NULL)),
  CHECK (key_nonce IS NULL OR secret_hash IS NOT NULL)
);
CREATE INDEX signal_doors_user ON signal_doors (user_id);

-- Every message that arrived, stored before it is answered.
CREATE TABLE external_messages (
  id          uuid PRIMARY KEY,
  strategy_id uuid NOT NULL REFERENCES strategies (id) ON DELETE CASCADE,
  user_id     uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  received_at timestamptz NOT NULL,
  -- Time that the message states.
  stated_at   timestamptz,
  sender_id   text,
  candle_time bigint NOT NULL,
  direction   text CHECK (direction IN ('CALL', 'PUT')),
  -- Begin of the text, and the hash of all of it.
  text        text NOT NULL,
  text_hash   bytea NOT NULL,
  state       text NOT NULL CHECK (state IN ('received', 'signal', 'refused')),
  reason      text,
  sentence    text,
  signal_id   uuid,
  CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CHECK ((state = 'refused') = (sentence IS NOT NULL)),
  CHECK ((state = 'signal') = (signal_id IS NOT NULL)),
  CHECK (state = 'refused' OR direction IS NOT NULL)
);
-- One signal per candle, and one per id of the sender. A refused message does not count.
CREATE UNIQUE INDEX external_messages_candle ON external_messages (strategy_id, candle_time) WHERE state <> 'refused';
CREATE UNIQUE INDEX external_messages_sender ON external_messages (strategy_id, sender_id)
  WHERE state <> 'refused' AND sender_id IS NOT NULL;
CREATE INDEX external_messages_recent ON external_messages (strategy_id, received_at DESC, id);
CREATE INDEX external_messages_waiting ON external_messages (received_at) WHERE state = 'received';
CREATE INDEX external_messages_user ON external_messages (user_id, received_at, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON signal_doors, external_messages TO vigia_app;

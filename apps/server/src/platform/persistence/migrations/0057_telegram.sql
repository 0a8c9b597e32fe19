-- The chats of users with the bot of the installation, and the codes that connect one.
CREATE TABLE telegram_chats (
  receiver_id uuid PRIMARY KEY,
  channel     text NOT NULL DEFAULT 'telegram' CHECK (channel = 'telegram'),
  -- A user has one chat, and a chat one user.
  user_id     uuid NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
  chat_id     bigint NOT NULL UNIQUE,
  -- How the chat's owner is called at Telegram.
  name        text NOT NULL,
  FOREIGN KEY (receiver_id, channel) REFERENCES notification_receivers (id, channel) ON DELETE CASCADE
);

CREATE TABLE telegram_codes (
  -- A new code replaces the one before.
  user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  code_hash  bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX telegram_codes_expired ON telegram_codes (expires_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON telegram_chats, telegram_codes TO vigia_app;

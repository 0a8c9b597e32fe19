-- Whether the user gets the last head of the evidence log by mail each day, and when the last such mail was written.
ALTER TABLE user_settings ADD COLUMN mails_log_head boolean NOT NULL DEFAULT false;
ALTER TABLE user_settings ADD COLUMN log_head_mailed_at timestamptz;
-- The users whose mail is due, without reading all users.
CREATE INDEX user_settings_head_mails ON user_settings (log_head_mailed_at) WHERE mails_log_head;

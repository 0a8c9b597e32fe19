-- The account that a user's orders go to is stored once: kind and broker, or neither for the paper account. Mode, active
-- broker and account type are derived from it. Real money that was chosen beside the mode is not taken over: no order
-- form led to it, and choosing it asks for the phrase again.
ALTER TABLE user_settings
  ADD COLUMN chosen_broker text CHECK (chosen_broker IN ('iqoption', 'quotex', 'olymptrade', 'deriv')),
  ADD COLUMN chosen_kind text CHECK (chosen_kind IN ('demo', 'real')),
  ADD CONSTRAINT user_settings_choice_whole CHECK ((chosen_broker IS NULL) = (chosen_kind IS NULL));
UPDATE user_settings
SET chosen_broker = 'iqoption', chosen_kind = CASE mode WHEN 'iqoption_real' THEN 'real' ELSE 'demo' END
WHERE mode <> 'mock';

DROP INDEX user_settings_elsewhere;
ALTER TABLE user_settings DROP COLUMN mode;
CREATE INDEX user_settings_elsewhere ON user_settings (user_id)
  WHERE market_source IS NOT NULL OR chosen_broker IS NOT NULL;
ALTER TABLE broker_connections DROP COLUMN is_active, DROP COLUMN account_kind;

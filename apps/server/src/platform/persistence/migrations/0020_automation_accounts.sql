-- Each setup and strategy trades on an account of its own: the demo account of a broker, or the paper account (NULL).
-- Before, all followed the user's mode, and those of users in IQ Option's demo mode stay on that account.
ALTER TABLE pcr_setups
  ADD COLUMN account_broker text CHECK (account_broker IN ('iqoption', 'quotex', 'olymptrade', 'deriv'));
ALTER TABLE strategies
  ADD COLUMN account_broker text CHECK (account_broker IN ('iqoption', 'quotex', 'olymptrade', 'deriv'));
UPDATE pcr_setups p SET account_broker = s.chosen_broker
FROM user_settings s WHERE s.user_id = p.user_id AND s.chosen_kind = 'demo';
UPDATE strategies t SET account_broker = s.chosen_broker
FROM user_settings s WHERE s.user_id = t.user_id AND s.chosen_kind = 'demo';

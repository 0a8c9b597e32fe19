-- A declaration that opens real money which the current one closes applies 24 hours later:
-- {"adult", "country", "fromMs"}. The columns hold what applies until then.
ALTER TABLE user_settings ADD COLUMN waiting_declaration jsonb;

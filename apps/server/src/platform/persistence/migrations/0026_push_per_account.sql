-- A browser serves each account that subscribes there: an account that knows its address takes it from no other.
ALTER TABLE push_subscriptions
  DROP CONSTRAINT push_subscriptions_endpoint_hash_key,
  ADD CONSTRAINT push_subscriptions_user_endpoint UNIQUE (user_id, endpoint_hash);
-- The new constraint finds the subscriptions of a user.
DROP INDEX push_subscriptions_user;

-- Changes money: a backup is taken before this step.
-- A user's limits are kept in books: real money by currency, and apart from it practice money (paper and demo) by
-- currency. Before, one set of numbers applied to all accounts, each amount as minor units of the account. Every book
-- that the user has an account for starts with the numbers that applied to it, so that no limit gets looser.
CREATE TABLE limit_books (
  user_id                 uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scope                   text NOT NULL CHECK (scope IN ('practice', 'real')),
  currency                text NOT NULL,
  max_stake_minor         bigint CHECK (max_stake_minor > 0),
  daily_loss_limit_minor  bigint CHECK (daily_loss_limit_minor > 0),
  weekly_loss_limit_minor bigint CHECK (weekly_loss_limit_minor > 0),
  daily_trade_limit       integer CHECK (daily_trade_limit > 0),
  cool_down_losses        integer CHECK (cool_down_losses > 0),
  cool_down_minutes       integer NOT NULL DEFAULT 30 CHECK (cool_down_minutes > 0),
  -- Looser values that do not apply yet, by limit.
  waiting                 jsonb NOT NULL DEFAULT '{}',
  updated_at              timestamptz NOT NULL,
  PRIMARY KEY (user_id, scope, currency)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON limit_books TO vigia_app;

INSERT INTO limit_books (user_id, scope, currency, max_stake_minor, daily_loss_limit_minor, weekly_loss_limit_minor,
                         daily_trade_limit, cool_down_losses, cool_down_minutes, waiting, updated_at)
SELECT s.user_id, books.scope, books.currency, s.max_stake_minor, s.daily_loss_limit_minor, s.weekly_loss_limit_minor,
       s.daily_trade_limit, s.cool_down_losses, s.cool_down_minutes,
       s.waiting_limits - 'maxConcurrentTrades' - 'timeZone', s.updated_at
FROM user_settings s
CROSS JOIN LATERAL (
  SELECT CASE kind WHEN 'real' THEN 'real' ELSE 'practice' END AS scope, currency FROM accounts WHERE user_id = s.user_id
  UNION VALUES ('practice', 'USD'), ('real', 'USD')) books
WHERE (s.max_stake_minor, s.daily_loss_limit_minor, s.weekly_loss_limit_minor, s.daily_trade_limit, s.cool_down_losses)
      IS DISTINCT FROM (NULL::bigint, NULL::bigint, NULL::bigint, NULL::integer, NULL::integer)
   OR s.cool_down_minutes <> 30 OR s.waiting_limits - 'maxConcurrentTrades' - 'timeZone' <> '{}';

UPDATE user_settings SET waiting_limits =
  coalesce((SELECT jsonb_object_agg(key, value) FROM jsonb_each(waiting_limits)
            WHERE key IN ('maxConcurrentTrades', 'timeZone')), '{}');
ALTER TABLE user_settings
  DROP COLUMN max_stake_minor, DROP COLUMN daily_loss_limit_minor, DROP COLUMN weekly_loss_limit_minor,
  DROP COLUMN daily_trade_limit, DROP COLUMN cool_down_losses, DROP COLUMN cool_down_minutes;

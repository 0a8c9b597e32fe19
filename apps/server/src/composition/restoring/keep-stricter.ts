import type { Transaction } from '#platform/persistence/database.ts';
import type { RestoreEffectCounter } from './effects.ts';

type Owned = { user_id: string }[];

/**
 * Deletes again the user accounts that were deleted after the backup: those that are missing in the previous database.
 * User accounts that an earlier restore left out of the previous database are not deleted.
 */
export async function deleteAccountsAgain(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'accountsDeletedAgain',
    await tx<Owned>`
      DELETE FROM auth_users u
      WHERE NOT EXISTS (SELECT 1 FROM previous_auth_users p WHERE p.id = u.id)
        AND NOT EXISTS (SELECT 1 FROM previous_gaps g WHERE u.created_at BETWEEN g.taken_at AND g.restored_at)
      RETURNING id AS user_id`,
  );
}

/** Keeps the passwords and addresses of the previous database for users in both databases, because they are newer. */
export async function keepNewerIdentities(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'passwordsKept',
    await tx<Owned>`
      SELECT u.id AS user_id FROM auth_users u JOIN previous_auth_users p USING (id)
      WHERE u.password_hash IS DISTINCT FROM p.password_hash`,
  );
  effects.add(
    'addressesKept',
    await tx<Owned>`
      SELECT u.id AS user_id FROM auth_users u JOIN previous_auth_users p USING (id)
      WHERE (u.email, u.phone) IS DISTINCT FROM (p.email, p.phone)`,
  );
  effects.add(
    'bansKept',
    await tx<Owned>`
      SELECT u.id AS user_id FROM auth_users u JOIN previous_auth_users p USING (id)
      WHERE p.banned_until > coalesce(u.banned_until, '-infinity')`,
  );
  // Two users may have exchanged their addresses since the backup, so all addresses are removed for a moment.
  await tx`
    UPDATE auth_users u SET is_hosted = true, email = NULL, phone = NULL FROM previous_auth_users p WHERE p.id = u.id`;
  await tx`
    UPDATE auth_users u
    SET email = p.email, phone = p.phone, password_hash = p.password_hash, is_anonymous = p.is_anonymous,
        is_hosted = p.is_hosted, email_confirmed_at = p.email_confirmed_at, phone_confirmed_at = p.phone_confirmed_at,
        banned_until = greatest(u.banned_until, p.banned_until)
    FROM previous_auth_users p WHERE p.id = u.id`;
  await tx`
    UPDATE users u
    SET email = p.email, phone = p.phone, phone_mark = p.phone_mark, is_verified = p.is_verified
    FROM previous_users p WHERE p.id = u.id`;
}

/**
 * Keeps the unused links 'No fui yo' of the previous database for users in both databases, so that they can regain
 * access.
 */
export async function keepUndoLinks(tx: Transaction): Promise<void> {
  await tx`
    INSERT INTO security_undo_links SELECT p.* FROM previous_security_undo_links p
    JOIN auth_users u ON u.id = p.user_id`;
}

/** Keeps the stricter self-exclusions, declarations, stops and limits of the two databases. */
export async function keepStricterLimits(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'exclusionsKept',
    await tx<Owned>`
      UPDATE user_settings s SET self_excluded_until = p.self_excluded_until
      FROM previous_user_settings p
      WHERE p.user_id = s.user_id AND p.self_excluded_until > coalesce(s.self_excluded_until, '-infinity')
      RETURNING s.user_id`,
  );
  await tx`
    INSERT INTO self_excluded_addresses AS a SELECT * FROM previous_self_excluded_addresses
    ON CONFLICT (address_hash) DO UPDATE SET excluded_until = greatest(a.excluded_until, excluded.excluded_until)`;
  effects.add(
    'declarationsKept',
    await tx<Owned>`
      UPDATE user_settings s
      SET adult_declared_at = p.adult_declared_at, country = p.country, country_declared_at = p.country_declared_at
      FROM previous_user_settings p
      WHERE p.user_id = s.user_id AND p.country_declared_at IS NOT NULL
        AND (s.adult_declared_at IS NULL, s.country) IS DISTINCT FROM (p.adult_declared_at IS NULL, p.country)
      RETURNING s.user_id`,
  );
  await tx`
    UPDATE user_settings s
    SET real_money_waits_until = p.real_money_waits_until, real_money_waits_for = p.real_money_waits_for
    FROM previous_user_settings p
    WHERE p.user_id = s.user_id AND p.real_money_waits_until > coalesce(s.real_money_waits_until, '-infinity')`;
  await tx`
    UPDATE user_settings s
    SET kill_switch_at = greatest(s.kill_switch_at, p.kill_switch_at), limits_time_zone = p.limits_time_zone
    FROM previous_user_settings p WHERE p.user_id = s.user_id`;
  await keepBooks(tx, effects);
}

async function keepBooks(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'limitsKept',
    await tx<Owned>`
      UPDATE users u SET max_concurrent_trades = p.max_concurrent_trades
      FROM previous_users p WHERE p.id = u.id AND p.max_concurrent_trades < u.max_concurrent_trades
      RETURNING u.id AS user_id`,
  );
  // LEAST and GREATEST ignore NULL, which means no limit.
  effects.add(
    'limitsKept',
    await tx<Owned>`
      INSERT INTO limit_books AS b SELECT p.* FROM previous_limit_books p JOIN user_settings USING (user_id)
      ON CONFLICT (user_id, scope, currency) DO UPDATE
      SET max_stake_minor = least(b.max_stake_minor, excluded.max_stake_minor),
          daily_loss_limit_minor = least(b.daily_loss_limit_minor, excluded.daily_loss_limit_minor),
          weekly_loss_limit_minor = least(b.weekly_loss_limit_minor, excluded.weekly_loss_limit_minor),
          daily_trade_limit = least(b.daily_trade_limit, excluded.daily_trade_limit),
          cool_down_losses = least(b.cool_down_losses, excluded.cool_down_losses),
          cool_down_minutes = greatest(b.cool_down_minutes, excluded.cool_down_minutes)
      WHERE (b.max_stake_minor, b.daily_loss_limit_minor, b.weekly_loss_limit_minor, b.daily_trade_limit,
             b.cool_down_losses, b.cool_down_minutes)
        IS DISTINCT FROM
            (least(b.max_stake_minor, excluded.max_stake_minor),
             least(b.daily_loss_limit_minor, excluded.daily_loss_limit_minor),
             least(b.weekly_loss_limit_minor, excluded.weekly_loss_limit_minor),
             least(b.daily_trade_limit, excluded.daily_trade_limit),
             least(b.cool_down_losses, excluded.cool_down_losses),
             greatest(b.cool_down_minutes, excluded.cool_down_minutes))
      RETURNING b.user_id`,
  );
  await tx`UPDATE limit_books SET waiting = '{}' WHERE waiting <> '{}'`;
}

/**
 * Keeps the second factors and recovery codes of the previous database for users in both databases. All other factors
 * are voided, and so are the passwords of their users: a recovery link then gives access, and the user adds another
 * factor.
 */
export async function keepNewerFactors(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'factorsKept',
    await tx<Owned>`
      SELECT f.user_id FROM auth_factors f JOIN previous_auth_factors p USING (id, user_id, secret_sealed)
      WHERE p.status = 'verified'`,
  );
  effects.add(
    'factorsVoided',
    await tx<Owned>`
      SELECT f.user_id FROM auth_factors f
      WHERE NOT EXISTS (SELECT 1 FROM previous_auth_factors p
                        WHERE (p.id, p.user_id, p.secret_sealed) = (f.id, f.user_id, f.secret_sealed))`,
  );
  effects.add(
    'passwordsVoided',
    await tx<Owned>`
      UPDATE auth_users u SET password_hash = NULL
      WHERE password_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM previous_auth_users p WHERE p.id = u.id)
        AND EXISTS (SELECT 1 FROM auth_factors f WHERE f.user_id = u.id)
      RETURNING id AS user_id`,
  );
  await tx`DELETE FROM auth_factors`;
  await tx`DELETE FROM auth_recovery_codes`;
  await tx`
    INSERT INTO auth_factors SELECT p.* FROM previous_auth_factors p JOIN auth_users u ON u.id = p.user_id
    WHERE p.status = 'verified'`;
  await tx`
    INSERT INTO auth_recovery_codes SELECT p.* FROM previous_auth_recovery_codes p
    JOIN auth_users u ON u.id = p.user_id`;
}

/**
 * Keeps the broker logins of the previous database for users in both databases, so that a deleted login is not
 * restored.
 */
export async function keepBrokerLogins(tx: Transaction, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'brokerLoginsForgotten',
    await tx<Owned>`
      SELECT c.user_id FROM broker_credentials c JOIN previous_auth_users u ON u.id = c.user_id
      WHERE NOT EXISTS (SELECT 1 FROM previous_broker_credentials p
                        WHERE (p.user_id, p.broker) = (c.user_id, c.broker))`,
  );
  await tx`DELETE FROM broker_credentials c USING previous_auth_users p WHERE p.id = c.user_id`;
  await tx`DELETE FROM broker_saved_logins s USING previous_auth_users p WHERE p.id = s.user_id`;
  await tx`DELETE FROM user_data_keys k USING previous_auth_users p WHERE p.id = k.user_id`;
  await tx`INSERT INTO user_data_keys SELECT p.* FROM previous_user_data_keys p JOIN users u ON u.id = p.user_id`;
  await tx`
    INSERT INTO broker_credentials SELECT p.* FROM previous_broker_credentials p JOIN users u ON u.id = p.user_id`;
  await tx`
    INSERT INTO broker_saved_logins SELECT p.* FROM previous_broker_saved_logins p JOIN users u ON u.id = p.user_id`;
}

import type { Transaction } from '#platform/persistence/database.ts';
import type { RestoreEffectCounter } from './effects.ts';

type Owned = { user_id: string }[];

/**
 * Voids everything in a backup that gives access to a user account or places orders automatically, because it may have
 * been revoked since. Every user keeps practice and paper trading.
 */
export async function voidAccess(tx: Transaction, now: Date, effects: RestoreEffectCounter): Promise<void> {
  effects.add('sessionsEnded', await tx<Owned>`DELETE FROM auth_sessions RETURNING user_id`);
  // Push subscriptions belong to the sessions.
  await tx`DELETE FROM push_subscriptions`;
  // A chat or webhook may have been removed since.
  await tx`DELETE FROM notification_receivers`;
  await tx`DELETE FROM telegram_codes`;
  effects.add('botTokensRevoked', await tx<Owned>`DELETE FROM bot_tokens RETURNING user_id`);
  effects.add('linksVoided', await tx<Owned>`DELETE FROM auth_one_time_tokens RETURNING user_id`);
  effects.add('linksVoided', await tx<Owned>`DELETE FROM auth_codes RETURNING user_id`);
  effects.add('linksVoided', await tx<Owned>`DELETE FROM security_undo_links RETURNING user_id`);
  effects.add('linksVoided', await tx<Owned>`DELETE FROM factor_resets RETURNING user_id`);
  // An OAuth request is valid for ten minutes, with a code that its broker accepts only once.
  await tx`DELETE FROM broker_consents`;
  await tx`UPDATE auth_users SET new_email = NULL WHERE new_email IS NOT NULL`;
  await tx`DELETE FROM auth_factors WHERE status = 'unverified'`;
  // Waiting mails were sent after the backup, or contain a voided link.
  await tx`DELETE FROM mail_outbox WHERE state = 'waiting'`;
  await tx`DELETE FROM notification_outbox WHERE state = 'waiting'`;
  // An address of signals from outside may have been replaced since.
  await tx`
    UPDATE signal_doors SET secret_hash = NULL, key_nonce = NULL, address_since = NULL WHERE secret_hash IS NOT NULL`;
  await stopWhatTrades(tx, now, effects);
}

async function stopWhatTrades(tx: Transaction, now: Date, effects: RestoreEffectCounter): Promise<void> {
  effects.add(
    'automationsPaused',
    await tx<Owned>`
      UPDATE pcr_setups SET is_active = false, updated_at = ${now}
      WHERE is_active AND auto_trade AND user_id IS NOT NULL RETURNING user_id`,
  );
  effects.add(
    'automationsPaused',
    await tx<Owned>`
      UPDATE strategies SET status = 'paused', updated_at = ${now}
      WHERE status = 'active' AND auto_trade RETURNING user_id`,
  );
  effects.add(
    'realModesLeft',
    await tx<Owned>`
      UPDATE user_settings SET chosen_broker = NULL, chosen_kind = NULL, updated_at = ${now}
      WHERE chosen_kind = 'real' RETURNING user_id`,
  );
  effects.add(
    'realModesLeft',
    await tx<Owned>`
      UPDATE pcr_setups SET account_kind = 'demo', updated_at = ${now}
      WHERE account_kind = 'real' AND user_id IS NOT NULL RETURNING user_id`,
  );
  effects.add(
    'realModesLeft',
    await tx<Owned>`
      UPDATE strategies SET account_kind = 'demo', updated_at = ${now} WHERE account_kind = 'real' RETURNING user_id`,
  );
  effects.add(
    'brokersDisconnected',
    await tx<Owned>`
      UPDATE broker_connections SET is_wanted = false, updated_at = ${now} WHERE is_wanted RETURNING user_id`,
  );
}

import { afterAll, expect, it } from 'vitest';
import { readTables } from '#platform/backup/schema-shape.ts';
import { createTestDatabase } from '#platform/persistence/testing.ts';
import { PREVIOUS_DATABASE_TABLES } from './previous-state.ts';

/** Tables whose rows a restore deletes. A new table must be added to one of these lists. */
const VOID = [
  'auth_challenges',
  'auth_codes',
  'auth_one_time_tokens',
  'auth_sessions',
  'bot_tokens',
  'broker_consents',
  'factor_resets',
  'notification_receivers',
  'push_subscriptions',
  'telegram_chats',
  'telegram_codes',
  'telegram_orders',
  'webhook_deliveries',
  'webhooks',
];
/** Tables whose waiting rows a restore deletes, because they would be sent again. */
const EMPTIED_OUTBOXES = ['mail_outbox', 'notification_outbox'];
/** Tables of automation, which a restore pauses, and of connections and addresses, which it closes. */
const PAUSED = ['broker_connections', 'pcr_setups', 'signal_doors', 'strategies'];
/** Tables that give no access. A restore leaves them as they are in the backup. */
const AS_IN_THE_BACKUP = [
  'accounts',
  'auth_signing_keys',
  'automation_decisions',
  'backtest_trades',
  'backtests',
  'candles_1m',
  'data_families',
  'drawings',
  'external_messages',
  'history_fetches',
  'idempotency_keys',
  'installation',
  'leases',
  'ledger_transfers',
  'log_forgotten',
  'log_heads',
  'log_leaves',
  'log_nodes',
  'log_people',
  'members',
  'notifications',
  'pcr_setup_versions',
  'pcr_signal_outcomes',
  'pcr_signals',
  'pcr_states',
  'price_alerts',
  'price_file_parts',
  'price_files',
  'security_log',
  'security_log_heads',
  'settlement_checks',
  'strategy_signal_outcomes',
  'strategy_signals',
  'strategy_versions',
  'ticks',
  'trade_events',
  'trade_notes',
  'trades',
];

/** Columns of users that a restore keeps from the previous database, or voids. */
const SETTLED_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  auth_users: [
    'banned_until',
    'email',
    'email_confirmed_at',
    'is_anonymous',
    'is_hosted',
    'new_email',
    'password_hash',
    'phone',
    'phone_confirmed_at',
  ],
  users: ['email', 'is_verified', 'max_concurrent_trades', 'phone', 'phone_mark'],
  user_settings: [
    'adult_declared_at',
    'chosen_broker',
    'chosen_kind',
    'country',
    'country_declared_at',
    'kill_switch_at',
    'limits_time_zone',
    'real_money_waits_for',
    'real_money_waits_until',
    'self_excluded_until',
    'waiting_declaration',
    'waiting_limits',
  ],
};
/** Columns that protect nothing. A restore leaves them as they are in the backup. */
const OTHER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  auth_users: [
    'confirmation_sent_at',
    'created_at',
    'email_change_sent_at',
    'id',
    'last_sign_in_at',
    'reauthentication_sent_at',
    'recovery_sent_at',
    'updated_at',
    'user_metadata',
  ],
  users: [
    'created_at',
    'default_trade_amount_minor',
    'first_name',
    'id',
    'is_active',
    'is_admin',
    'is_premium',
    'last_name',
    'risk_level',
    'updated_at',
    'username',
  ],
  user_settings: [
    'default_symbol',
    'default_timeframe',
    'email_daily',
    'email_failed_at',
    'email_sent_at',
    'email_topics',
    'locale',
    'log_head_mailed_at',
    'mails_log_head',
    'market_source',
    'notices',
    'quiet_from',
    'quiet_to',
    'refresh_interval_s',
    'stretch_last_order_at',
    'stretch_since',
    'time_zone',
    'updated_at',
    'user_id',
  ],
};

const database = await createTestDatabase();
afterAll(() => database.close());
const tables = await readTables(database.db.sql);

it('every table is in one of the lists of a restore', () => {
  const placed = [...VOID, ...EMPTIED_OUTBOXES, ...PAUSED, ...AS_IN_THE_BACKUP, ...PREVIOUS_DATABASE_TABLES];
  expect(placed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

it.each(['auth_users', 'user_settings', 'users'])('every column of %s is in one of the lists of a restore', (name) => {
  const columns = tables.find((table) => table.name === name)?.columns ?? [];
  const placed = [...(SETTLED_COLUMNS[name] ?? []), ...(OTHER_COLUMNS[name] ?? [])];
  expect(placed.toSorted()).toEqual([...columns].toSorted());
});

import type { Sql, Transaction } from './database.ts';

/**
 * Keys of the advisory locks that protect work of the whole installation. All advisory locks of the server are in this
 * file, because two tasks with the same key would wait for each other. The numbers are arbitrary, but a released one
 * must not change: during an update, processes of two versions use the same database.
 */
export const INSTALLATION_LOCKS = {
  /** Held while the schema is migrated, so that processes that start together wait for each other. */
  migrations: 7_164_209,
  /** Held while the partitions of the next days are created. */
  partitions: 7_164_210,
  /** Held while the first signing key is created, so that processes that start together create only one. */
  firstSigningKey: 7_164_211,
  /** Held while the app role of an external database is created. */
  appRole: 7_164_212,
} as const satisfies Record<string, number>;

/** Names of the locks that each exist once per subject, such as a user. PostgreSQL hashes name and subject to a key. */
export const SUBJECT_LOCKS = {
  /** Stored setups of a user, or the built-in setups (subject `house`). */
  setups: 'pcr_setups',
  strategies: 'strategies',
  drawings: 'drawings',
  'price-alerts': 'price-alerts',
  /** Price files and fetched histories, which share one limit of candles. */
  priceFiles: 'price_files',
  /** Families of tested data, whose budgets two verdicts must not spend twice. */
  dataFamilies: 'data_families',
  /** Decisions of automation about the signals of a user. */
  decisions: 'decisions',
  /** Idempotency keys; the subject is a user with a key. */
  orderKeys: 'order',
  /** Chats with the bot at Telegram; the subject is the id of the chat. */
  telegramChats: 'telegram_chats',
} as const satisfies Record<string, string>;

type InstallationLock = keyof typeof INSTALLATION_LOCKS;

/** Locks work of the whole installation until the transaction ends. */
export async function lockInstallation(tx: Transaction, lock: InstallationLock): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(${INSTALLATION_LOCKS[lock]})`;
}

/** Locks work of the whole installation until the connection closes. */
export async function lockInstallationForConnection(sql: Sql, lock: InstallationLock): Promise<void> {
  await sql`SELECT pg_advisory_lock(${INSTALLATION_LOCKS[lock]})`;
}

/** Locks one subject until the transaction ends. Transactions with the same lock and subject run one after another. */
export async function lockSubject(tx: Transaction, lock: keyof typeof SUBJECT_LOCKS, subject: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`${SUBJECT_LOCKS[lock]}:${subject}`}, 0))`;
}

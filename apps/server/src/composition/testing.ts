import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useOutboundProxy } from '@vigia/broker-kit/outbound';
import type { Broker } from '@vigia/broker-kit/port';
import type { AuthService } from '#features/auth/index.ts';
import { readConfig } from '#platform/config/config.ts';
import { toDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { findRunningEmbedded, startEmbeddedPostgres } from '#platform/persistence/embedded-postgres.ts';
import { embeddedAccess, prepareEmbeddedDatabase } from '#platform/persistence/roles.ts';
import { BROKERS } from './brokers.ts';
import { type AppOverrides, createApp, type RunningApp } from './root.ts';
import { EMBEDDED_DATABASE } from './storage.ts';
import { openSourceThread } from './testing-thread.ts';

export { type StoredLogin, storeLogins } from '#features/brokers/testing-stored-logins.ts';
export { insertTrades, type PastTrades } from '#features/graduation/testing.ts';
export { FakeBrowser, PushReceiver } from '#features/push/testing.ts';
export { BOT_TOKEN, FakeBotApi, textUpdate } from '#features/telegram/testing-bot-api.ts';
export { chatTexts } from '#features/telegram/testing-texts.ts';
export { HookReceiver } from '#features/webhooks/testing-receiver.ts';
export { LeaseLostError } from '#platform/cluster/cluster.ts';
export { SHARDS } from '#platform/cluster/shards.ts';
export { freePort } from '#platform/free-port.ts';
export { OUTAGE_MESSAGES } from '#platform/logging/outage-messages.ts';
export { parseDatabaseUrl } from '#platform/persistence/connection.ts';
export type { Database, Sql, Transaction } from '#platform/persistence/database.ts';
export type { ConnectionOptions } from '#platform/persistence/driver-connection.ts';
export { openDatabase } from '#platform/persistence/postgres-database.ts';
export { WEB_ROOT } from '#platform/project-root.ts';
export * from './testing-cluster-services.ts';
export { createTestEngines, type TestEngines } from './testing-engine.ts';
export * from './testing-evidence-log.ts';

export type TestAppOptions = AppOverrides & {
  /** Data folder that is kept after the test; by default a temporary folder that is deleted with the app. */
  readonly dataFolder?: string;
  /**
   * Address of an existing database, such as `ownerUrl` of createTestDatabase; by default an embedded database in the
   * data folder.
   */
  readonly databaseUrl?: string;
  /** Further settings, as environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
};

export type TestApp = RunningApp & { readonly dataFolder: string };

const TEST_SEED = 20_261_120;

/**
 * Number of days of candles. It is six hours, because a whole day of 25 symbols takes longer than the rest of the
 * start. Tests that need more set it.
 */
const TEST_HISTORY_DAYS = 0.25;

/** Keys for push messages, which tests send only to this machine. The key pair is from RFC 7515, A.3. */
const TEST_VAPID = {
  VAPID_PUBLIC_KEY: 'BH_Nzidw9sRdQYPL7m_bS3tYBzM1e-nvE7rPbjx70VRFx_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  VAPID_PRIVATE_KEY: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI',
  VAPID_SUBJECT: 'mailto:soporte@vigia.example',
};

/** Address at which no server listens, so that an accidental call to a broker is refused on this machine. */
const NO_LISTENER = { http: 'http://127.0.0.1:9', ws: 'ws://127.0.0.1:9' };
const NO_BROKERS = {
  deriv: { rest: NO_LISTENER.http, v3: NO_LISTENER.ws },
  iqoption: { auth: NO_LISTENER.http, ws: NO_LISTENER.ws },
  quotex: { web: NO_LISTENER.http, ws: NO_LISTENER.ws },
  olymptrade: { api: NO_LISTENER.http, ws: NO_LISTENER.ws },
};

/** Returns closed addresses for the brokers in the catalogue. A setting may name no other broker. */
const closedOrigins = (catalog: readonly Broker[]) =>
  Object.fromEntries(Object.entries(NO_BROKERS).filter(([id]) => catalog.some((broker) => broker.id === id)));

/**
 * Starts the whole server on a free port of loopback like the real process, but without logs and with a fixed market.
 * It serves the web app only if `webRoot` is given: each file of the build is a route, and tests that request every
 * route would request some 300 files.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { dataFolder: givenFolder, databaseUrl, environment, ...overrides } = options;
  const dataFolder = givenFolder ?? mkdtempSync(join(tmpdir(), 'vigia-app-'));
  const removeFolder = () => givenFolder ?? rmSync(dataFolder, { recursive: true, force: true });
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    VIGIA_DATA_DIR: dataFolder,
    DATABASE_URL: databaseUrl,
    BROKER_ORIGINS: JSON.stringify(closedOrigins(overrides.brokers ?? BROKERS)),
    ...TEST_VAPID,
    ...environment,
  });
  try {
    const app = await createApp(config, {
      feedSeed: TEST_SEED,
      historyDays: TEST_HISTORY_DAYS,
      openBacktestThread: openSourceThread,
      webRoot: dataFolder,
      ...overrides,
    });
    return {
      ...app,
      dataFolder,
      async stop() {
        await app.stop();
        // The outbound proxy is a setting of the process, and the next test file must not use the proxy of this app.
        useOutboundProxy(null);
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Returns the embedded auth service, for tests that need more than its routes. */
export function embeddedAuth({ features }: Pick<RunningApp, 'features'>): NonNullable<AuthService['embedded']> {
  const { embedded } = features.auth;
  if (embedded === null) throw new Error('a hosted project keeps the accounts');
  return embedded;
}

/**
 * Returns the address of the embedded database of a running server with the app role, for tests that connect from
 * another process.
 * @throws Error if no database runs on that data folder
 */
export async function embeddedAddress(dataFolder: string): Promise<string> {
  const admin = await findRunningEmbedded(dataFolder);
  if (admin === null) throw new Error(`no database runs on ${dataFolder}`);
  return toDatabaseUrl(embeddedAccess(admin, EMBEDDED_DATABASE).app);
}

/** A PostgreSQL server for several processes, and the address of the database of the product with the owner role. */
export type TestPostgres = { readonly pid: number; readonly ownerUrl: string; stop(): Promise<void> };

/**
 * Starts a PostgreSQL server for several processes.
 * @param settings additional settings, as `name=value`
 */
export async function startTestPostgres(dataFolder: string, settings: readonly string[]): Promise<TestPostgres> {
  const { pid, admin, stop } = await startEmbeddedPostgres({ dataFolder, settings });
  const { owner } = await prepareEmbeddedDatabase(admin, EMBEDDED_DATABASE);
  return { pid, ownerUrl: toDatabaseUrl(owner), stop };
}

/**
 * Flushes the prepared data of a benchmark to disk. Without this, the disk would write for half a minute after a
 * million rows, and every commit would wait.
 * @throws Error if no database runs on that data folder
 */
export async function flushToDisk(dataFolder: string): Promise<void> {
  const admin = await findRunningEmbedded(dataFolder);
  if (admin === null) throw new Error(`no database runs on ${dataFolder}`);
  await withConnection(admin, async (sql) => {
    await sql`VACUUM ANALYZE`;
    await sql`CHECKPOINT`;
  });
}

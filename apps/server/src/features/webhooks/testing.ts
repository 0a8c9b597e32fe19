import { randomBytes } from 'node:crypto';
import type { WebhookBody } from '@vigia/contract';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type AccountSecurityChange, type Caller, NO_NOTICES } from '#features/accounts/index.ts';
import { createDeliveryWorld } from '#features/notifications/deliveries/testing.ts';
import type { ReceiverPort } from '#features/notifications/index.ts';
import { createKeyedHash } from '#platform/crypto/keyed-hash.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer } from '#platform/crypto/sealer.ts';
import type { Principal } from '#platform/http/principal.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createSecurityLog } from '#platform/security-log/postgres-security-log.ts';
import { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { HookReceiver, type HookRequest } from './testing-receiver.ts';
import { createWebhookChannel } from './webhook-channel.ts';
import type { WebhookSenderDeps } from './webhook-sender.ts';
import { Webhooks } from './webhooks.ts';

/** Verifies the signature of a request with the published library of Stripe, which shares no code with ours. */
export function verifyWithStripe({ body, headers }: HookRequest, secret: string, nowMs: number): unknown {
  const header = headers['vigia-signature'] ?? '';
  return Stripe.webhooks.constructEvent(body, header, secret, 300, undefined, nowMs);
}

const TIMEOUT_MS = 400;

/** Returns webhooks and the worker of notifications on the test's own database, with a receiver on this machine. */
export async function createWebhookWorld(database: TestDatabase, { allowPrivate = true } = {}) {
  const port: ReceiverPort = {
    deliver: (id, message) => channel.deliver(id, message),
    recordResult: (ids, result) => channel.recordResult(ids, result),
    forget: (id) => channel.forget(id),
  };
  const reach = await createDeliveryWorld(database, { webhook: port });
  const receiver = await HookReceiver.start();
  const { db } = database;
  const { clock } = reach;
  const keyedHash = createKeyedHash(Buffer.alloc(32, 7));
  const deps: WebhookSenderDeps = {
    db,
    clock,
    sealer: createSealer(Buffer.alloc(32, 5)),
    allowPrivate,
    timeoutMs: TIMEOUT_MS,
  };
  const channel = createWebhookChannel({ ...deps, siteUrl: () => 'https://vigia.example' });
  const announced: AccountSecurityChange[] = [];
  const securityLog = createSecurityLog({ clock, keyedHash });
  const webhooks = new Webhooks({
    ...deps,
    ids: randomIds,
    randomBytes,
    securityLog,
    notices: { ...NO_NOTICES, announce: async (_tx, _caller, change) => void announced.push(change) },
    throttle: new SharedThrottle(db, clock),
  });
  const callerOf = (principal: Principal): Caller => ({ principal, ip: '127.0.0.1', userAgent: 'test' });
  return {
    ...reach,
    deps,
    webhooks,
    hook: receiver,
    announced,
    callerOf,
    async create(who: Principal, change: Partial<WebhookBody> = {}) {
      const body: WebhookBody = {
        name: 'Hoja',
        url: receiver.url(),
        topics: ['settled'],
        sends_log_head: false,
        ...change,
      };
      const made = await webhooks.create(callerOf(who), body);
      if (!made.ok) throw new Error(made.error.code);
      return made.value;
    },
    async one(who: Principal) {
      const [webhook] = await webhooks.list(who.userId);
      if (webhook === undefined) throw new Error('the user has no webhook');
      return webhook;
    },
    async log(who: Principal, id: string) {
      const listed = await webhooks.deliveries(who.userId, id);
      if (!listed.ok) throw new Error(listed.error.code);
      return listed.value;
    },
    securityKinds: async ({ userId }: Principal) =>
      (await securityLog.read(db.sql, userId, { limit: 20 })).map(({ kind }) => kind).toReversed(),
    async stop(): Promise<void> {
      await reach.stop();
      await receiver.stop();
    },
  };
}
export type WebhookWorld = Awaited<ReturnType<typeof createWebhookWorld>>;

/** The set-up of each test of a file: webhooks on a database without users, and Ana, who has an account. */
export type WebhookTestSetup = {
  readonly database: TestDatabase;
  readonly world: WebhookWorld;
  readonly ana: Principal;
};

/**
 * Creates a database for the tests of a file, and for each test a world of its own. Returns the function that gives the
 * current test its world.
 * @param until last day for which trades can be stored
 */
export function webhookTests(until: string): () => WebhookTestSetup {
  let database: TestDatabase;
  let current: WebhookTestSetup | null = null;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.sql`SELECT ensure_day_partitions('2026-11-19', ${until})`;
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await withConnection(parseDatabaseUrl(database.ownerUrl), (sql) => sql`DELETE FROM auth_users`);
    const world = await createWebhookWorld(database);
    current = { database, world, ana: await world.newPerson('ana@example.com') };
    return () => world.stop();
  });
  return () => {
    if (current === null) throw new Error('no test has begun');
    return current;
  };
}

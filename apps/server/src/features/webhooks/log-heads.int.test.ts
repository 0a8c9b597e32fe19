import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebhookMessage } from '@vigia/contract';
import { openHead, parseKey } from '@vigia/core/evidence-log';
import { beforeEach, describe, expect, it } from 'vitest';
import { EvidenceLog } from '#features/evidence-log/index.ts';
import { SIGNAL_FACTS } from '#features/signals/log-facts.ts';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { nodeEd25519, nodeSha256 } from '#platform/crypto/log-key.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import type { Principal } from '#platform/http/principal.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { createWebhookWorld, verifyWithStripe, type WebhookWorld } from './testing.ts';
import { WebhookUpkeep } from './webhook-upkeep.ts';

const HOUR_MS = 60 * 60_000;
const NAME = 'vigia.test/log';
const log = createLogger('silent');
const cluster = createSingleProcessCluster(log);

let database: TestDatabase;
let folder: string;
let world: WebhookWorld;
let upkeep: WebhookUpkeep;
let ana: Principal;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vigia-log-heads-'));
  world = await createWebhookWorld(database);
  upkeep = new WebhookUpkeep({ ...world.deps, cluster, log });
  ana = await world.newPerson('ana@example.com');
  return async () => {
    await upkeep.stop();
    await world.stop();
    await database.close();
    rmSync(folder, { recursive: true });
  };
});

/** Starts the log, which signs its first head. */
async function sign(): Promise<void> {
  const key = { dataFolder: folder, given: null, name: NAME };
  const own = { ids: randomIds, randomBytes, sources: SIGNAL_FACTS, key, isAlone: true, sleep: async () => undefined };
  const evidenceLog = new EvidenceLog({ ...world.deps, ...own, cluster, log });
  evidenceLog.start();
  await evidenceLog.catchUp();
  await evidenceLog.stop();
}
async function tickAfter(ms: number): Promise<void> {
  world.clock.advance(ms);
  await upkeep.tick();
}
const types = () => world.hook.messages().map(({ type }) => type);

describe('the head of the evidence log', () => {
  it('arrives signed, with the key that opens it, only at the webhooks that request it', async () => {
    const { id, secret } = await world.create(ana, { topics: [], sends_log_head: true });
    await world.create(ana, { url: world.hook.url('/other') });
    await upkeep.tick();
    expect(types()).toEqual([]);
    await sign();
    await upkeep.tick();
    expect(world.hook.received.map(({ path }) => path)).toEqual(['/']);
    const [request] = world.hook.received;
    const message = WebhookMessage.parse(request && verifyWithStripe(request, secret, world.clock.now()));
    if (message.type !== 'log_head') throw new Error(message.type);
    const key = parseKey(nodeSha256, message.key);
    expect(key && openHead(nodeEd25519, message.note, key)).toMatchObject({ isSigned: true, head: { origin: NAME } });
    expect(await world.log(ana, id)).toMatchObject([{ type: 'log_head', outcome: 'taken' }]);
  });

  it('is sent once per UTC day, with a new id each day', async () => {
    await world.create(ana, { sends_log_head: true });
    await sign();
    await upkeep.tick();
    await tickAfter(2 * HOUR_MS);
    expect(types()).toEqual(['log_head']);
    await tickAfter(22 * HOUR_MS);
    expect(new Set(world.hook.messages().map(({ id }) => id)).size).toBe(2);
  });

  it('is repeated after an hour with the same id if it was not accepted', async () => {
    await world.create(ana, { sends_log_head: true });
    await sign();
    world.hook.answer(500);
    await upkeep.tick();
    await tickAfter(50 * 60_000);
    expect(types()).toEqual(['log_head']);
    await tickAfter(10 * 60_000);
    expect(types()).toEqual(['log_head', 'log_head']);
    expect(new Set(world.hook.messages().map(({ id }) => id)).size).toBe(1);
    await tickAfter(2 * HOUR_MS);
    expect(types()).toHaveLength(2);
  });

  it('reaches each of many webhooks once, and no disabled one', async () => {
    await sign();
    const paths: string[] = [];
    for (let person = 0; person < 5; person += 1) {
      const owner = await world.newPerson(`p${person}@example.com`);
      for (let place = 0; place < 5; place += 1) {
        paths.push(`/${person}-${place}`);
        await world.create(owner, { url: world.hook.url(paths.at(-1)), sends_log_head: true });
      }
    }
    const { id } = await world.create(ana, { url: world.hook.url('/off'), sends_log_head: true });
    await database.db.sql`UPDATE notification_receivers SET disabled_at = now() WHERE id = ${id}`;
    await upkeep.tick();
    expect(world.hook.received.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
  });
});

it('webhook delivery attempts are deleted after thirty days', async () => {
  const { id } = await world.create(ana);
  await world.webhooks.sendTest(ana.userId, id);
  // A jump fires no timers, of which thirty days have half a million.
  world.clock.jump(30 * 24 * HOUR_MS - 1);
  await upkeep.tick();
  expect(await database.db.sql`SELECT FROM webhook_deliveries`).toHaveLength(1);
  world.clock.jump(2);
  await upkeep.tick();
  expect(await database.db.sql`SELECT FROM webhook_deliveries`).toHaveLength(0);
});

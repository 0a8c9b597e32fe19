import { beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '#platform/http/principal.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import { storeAttempt } from './attempts.repository.ts';
import { type WebhookWorld, webhookTests } from './testing.ts';
import { deleteWebhook } from './webhook.repository.ts';

const current = webhookTests('2026-11-22');
let database: TestDatabase;
let world: WebhookWorld;
let ana: Principal;
beforeEach(() => {
  ({ database, world, ana } = current());
});

/** Resolves when a statement of this test's database waits for a lock. */
async function someoneWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const [row] = await database.db.sql<{ count: number }[]>`
        SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    })
    .toBe(1);
}

const ATTEMPT = {
  messageId: '018f4a6e-0000-7000-8000-000000000001',
  type: 'test',
  durationMs: 1,
  outcome: 'taken',
  status: 200,
  failure: null,
  answer: '',
} as const;

describe('a webhook that another transaction has locked', () => {
  const attempt = (tx: Transaction, id: string) => storeAttempt(tx, id, { ...ATTEMPT, atMs: world.clock.now() });
  const remove = (tx: Transaction, id: string) => deleteWebhook(tx, { id, userId: ana.userId }, Buffer.alloc(1));

  it.each([
    ['an attempt', attempt],
    ['a deletion', remove],
  ] as const)(
    'is not locked by %s while it waits for the other transaction, so that no deadlock occurs',
    async (_name, act) => {
      const { id } = await world.create(ana);
      let waiting: Promise<unknown> = Promise.resolve();
      await database.db.transaction(async (tx) => {
        await tx`SELECT FROM notification_receivers WHERE id = ${id} FOR UPDATE`;
        waiting = database.db.transaction((other): Promise<unknown> => act(other, id));
        await someoneWaits();
        expect(await tx`SELECT id FROM webhooks WHERE id = ${id} FOR UPDATE NOWAIT`).toHaveLength(1);
      });
      await waiting;
    },
  );
});

describe('a receiver that is deleted while an event happens', () => {
  it.each(['notification_receivers', 'push_subscriptions'] as const)('does not fail the event: %s', async (table) => {
    await world.create(ana);
    await world.subscribe(ana);
    let event: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx`DELETE FROM ${tx(table)} WHERE user_id = ${ana.userId}`;
      event = database.db.sql`
          INSERT INTO notifications (user_id, kind, event, subject, params, created_at)
          VALUES (${ana.userId}, 'trade_ended', 'x', 'x', '{}', now())`.then(() => undefined);
      await someoneWaits();
    });
    await expect(event).resolves.toBeUndefined();
    expect(await world.states()).toEqual(['waiting']);
  });
});

import type { Clock } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import { OutboxWorker, WAIT_MAX_MS } from '#platform/outbox/outbox-worker.ts';
import type { Database } from '#platform/persistence/database.ts';
import { composeMessage } from './compose-message.ts';
import { CLAIM_MOST, type ClaimedPush, claimPushes, deleteDone, markDone, postpone } from './outbox.repository.ts';
import type { Delivery, PushSender } from './push-sender.ts';
import { deleteGone } from './subscriptions.repository.ts';

const KEPT_MS = 24 * 60 * 60_000;
const RETRY_MS = [5_000, 30_000, 120_000];
const LATER_RETRY_MS = 600_000;

export type PushOutboxDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sender: PushSender;
};

/**
 * Sends messages from the outbox to the push services of browsers, each at least once. A message is sent twice only if
 * the process crashes after sending it and before storing that it was sent. Both messages then have the same topic and
 * tag, so the user sees one notification.
 */
export class PushOutboxWorker extends OutboxWorker {
  readonly #deps: PushOutboxDeps;

  constructor(deps: PushOutboxDeps) {
    super(deps);
    this.#deps = deps;
  }

  protected override async sendBatch(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const claimed = await claimPushes(db.sql, clock.now());
    await Promise.all(claimed.map((push) => this.#send(push)));
    return claimed.length === CLAIM_MOST;
  }

  protected override cleanUp(): Promise<void> {
    const { db, clock } = this.#deps;
    return deleteDone(db.sql, clock.now() - KEPT_MS);
  }

  async #send(push: ClaimedPush): Promise<void> {
    const { clock, sender } = this.#deps;
    const leftMs = push.expires_at.getTime() - clock.now();
    if (leftMs <= 0) return this.#giveUp(push, 'expired');
    const letter = {
      to: { endpoint: push.endpoint, p256dh: push.p256dh, auth: push.auth },
      text: JSON.stringify(composeMessage(push)),
      ttlS: Math.ceil(leftMs / 1_000),
      topic: push.subject.replaceAll('-', ''),
    };
    await this.#store(push, await sender.send(letter));
  }

  async #store(push: ClaimedPush, delivery: Delivery): Promise<void> {
    const { db, clock } = this.#deps;
    switch (delivery.kind) {
      case 'taken':
        return markDone(db.sql, push, 'sent', null);
      case 'gone':
        return deleteGone(db.sql, push.subscription_id);
      case 'later': {
        const waitMs = delivery.retryAfterMs ?? RETRY_MS[push.attempts - 1] ?? LATER_RETRY_MS;
        return postpone(db.sql, push, delivery.reason, clock.now() + Math.min(waitMs, WAIT_MAX_MS));
      }
      case 'refused':
        return this.#giveUp(push, delivery.reason);
    }
  }

  async #giveUp(push: ClaimedPush, reason: string): Promise<void> {
    const { subscription_id: subscriptionId, topic, attempts } = push;
    this.#deps.log.warn({ subscriptionId, topic, attempts, reason }, 'push message given up');
    await markDone(this.#deps.db.sql, push, 'failed', reason);
  }
}

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Logger } from '#platform/logging/logger.ts';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import type { Database } from '#platform/persistence/database.ts';
import { composeMessage } from './compose-message.ts';
import { CLAIM_MOST, type ClaimedPush, claimPushes, forgetDone, markDone, postpone } from './outbox.repository.ts';
import type { Delivery, PushSender } from './push-sender.ts';
import { removeGone } from './subscriptions.repository.ts';

const POLL = durationMs(5_000);
const UPKEEP = durationMs(60 * 60_000);
const KEPT_MS = 24 * 60 * 60_000;
const RETRY_MS = [5_000, 30_000, 120_000];
const LATER_RETRY_MS = 600_000;

export type PushCourierDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly sender: PushSender;
};

/**
 * Takes what waits in the outbox to the browsers' push services, each entry at least once: one leaves twice only if the
 * process dies between sending and noting it, and then under the same topic and tag, so that it is seen once.
 */
export class PushCourier {
  /** Since the start. */
  readonly counts = { sent: 0, failed: 0, gone: 0 };
  readonly #deps: PushCourierDeps;
  #timers: readonly Cancel[] = [];
  #round: Promise<void> | null = null;
  #isAskedAgain = false;
  #isStopped = true;

  constructor(deps: PushCourierDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStopped = false;
    const { clock } = this.#deps;
    this.#timers = [clock.every(POLL, () => this.look()), clock.every(UPKEEP, () => this.#tidySoon())];
    this.look();
  }

  /** Finishes what is in hand and takes nothing more; what waits is sent after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
    await this.idle();
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await this.#round;
  }

  /** Something was put in. */
  look(): void {
    if (this.#isStopped) return;
    if (this.#round) {
      this.#isAskedAgain = true;
      return;
    }
    this.#round = this.#sendDue().finally(() => {
      this.#round = null;
    });
  }

  async #sendDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    try {
      do {
        this.#isAskedAgain = false;
        let claimed: readonly ClaimedPush[];
        do {
          claimed = await claimPushes(db.sql, clock.now());
          await Promise.all(claimed.map((push) => this.#send(push)));
        } while (claimed.length === CLAIM_MOST && !this.#isStopped);
      } while (this.#isAskedAgain && !this.#isStopped);
    } catch (error) {
      // What waits is looked for again in a few seconds, by whoever can.
      log[isPassingFault(error) ? 'warn' : 'error']({ err: error }, 'push messages could not be looked through');
    }
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
    await this.#note(push, await sender.send(letter));
  }

  async #note(push: ClaimedPush, delivery: Delivery): Promise<void> {
    const { db, clock } = this.#deps;
    switch (delivery.kind) {
      case 'taken':
        this.counts.sent += 1;
        return markDone(db.sql, push, 'sent', null);
      case 'gone':
        this.counts.gone += 1;
        return removeGone(db.sql, push.subscription_id);
      case 'later': {
        const waitMs = delivery.retryAfterMs ?? RETRY_MS[push.attempts - 1] ?? LATER_RETRY_MS;
        return postpone(db.sql, push, delivery.reason, clock.now() + waitMs);
      }
      case 'refused':
        return this.#giveUp(push, delivery.reason);
    }
  }

  async #giveUp(push: ClaimedPush, reason: string): Promise<void> {
    this.counts.failed += 1;
    const { subscription_id: subscriptionId, topic, attempts } = push;
    this.#deps.log.warn({ subscriptionId, topic, attempts, reason }, 'push message given up');
    await markDone(this.#deps.db.sql, push, 'failed', reason);
  }

  #tidySoon(): void {
    const { db, clock, log } = this.#deps;
    forgetDone(db.sql, clock.now() - KEPT_MS).catch((error: unknown) =>
      log.error({ err: error }, 'old push messages could not be removed'),
    );
  }
}

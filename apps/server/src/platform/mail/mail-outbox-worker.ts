import type { Clock } from '@vigia/core/kernel';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { OutboxWorker } from '#platform/outbox/outbox-worker.ts';
import type { Database } from '#platform/persistence/database.ts';
import type { Mailer } from './mailer.ts';
import {
  type ClaimedMail,
  claimMail,
  deleteFinishedMails,
  deleteFinishedTexts,
  deleteMail,
  markFailed,
  markSent,
  postponeMail,
} from './outbox.repository.ts';
import type { Mail } from './outbox.ts';
import { decryptMail } from './sealed-mail.ts';

/**
 * Delays of the reads after `enqueue`, which wakes the worker before its transaction commits. Most transactions have
 * committed after 50 ms, the others after 500 ms.
 */
const LOOK_AFTER_MS = [50, 500];
const RETRY_MS = [10_000, 30_000, 120_000, 600_000];
const LATER_RETRY_MS = 1_800_000;
const KEPT_MS = 7 * 24 * 60 * 60_000;
const KEPT_LOCALLY = 200;

export type MailOutboxDeps = {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mailer: Mailer;
  /** Domain of the Message-IDs. */
  readonly host: string;
};

/**
 * Sends mails from the outbox to the mail server, one at a time, each at least once. A mail is sent twice only if the
 * process crashes after it sends the mail and before it stores the result. The second mail has the same Message-ID.
 */
export class MailOutboxWorker extends OutboxWorker {
  /** Numbers of mails that were sent and given up since the start. */
  readonly counts = { sent: 0, failed: 0 };
  readonly #deps: MailOutboxDeps;

  constructor(deps: MailOutboxDeps) {
    super(deps);
    this.#deps = deps;
  }

  /** Wakes the worker. Call it after a mail was enqueued. The transaction of the mail may commit up to 500 ms later. */
  onEnqueued(): void {
    for (const delayMs of LOOK_AFTER_MS) this.wakeAfter(delayMs);
  }

  override async stop(): Promise<void> {
    await super.stop();
    this.#deps.mailer.close();
  }

  protected override async sendBatch(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const claimed = await claimMail(db.sql, clock.now());
    if (!claimed) return false;
    const mail = this.#open(claimed);
    if (mail === 'unreadable') await this.#giveUp(claimed, mail);
    else if (mail === null) await deleteMail(db.sql, claimed.id);
    else if (claimed.expires_at.getTime() <= clock.now()) await this.#giveUp(claimed, 'expired');
    else await this.#send(claimed, mail);
    return true;
  }

  protected override async cleanUp(): Promise<void> {
    const { db, clock, mailer } = this.#deps;
    await deleteFinishedMails(
      db.sql,
      clock.now() - KEPT_MS,
      mailer.keepsMails ? KEPT_LOCALLY : Number.MAX_SAFE_INTEGER,
    );
    if (!mailer.keepsMails) await deleteFinishedTexts(db.sql);
  }

  #open({ id, sealed }: ClaimedMail): Mail | null | 'unreadable' {
    try {
      return sealed ? decryptMail(this.#deps.sealer, { id, sealed }) : 'unreadable';
    } catch {
      return 'unreadable';
    }
  }

  async #send(claimed: ClaimedMail, mail: Mail): Promise<void> {
    const { db, clock, mailer, host, log } = this.#deps;
    const outcome = await mailer.send(mail, `${claimed.id}@${host}`);
    if (outcome.ok) {
      this.counts.sent += 1;
      return markSent(db.sql, claimed, clock.now(), mailer.keepsMails);
    }
    const { retry, reason } = outcome.error;
    if (retry === 'never') return this.#giveUp(claimed, reason);
    log.warn({ mailId: claimed.id, kind: claimed.kind, attempts: claimed.attempts, reason }, 'mail not taken yet');
    const delayMs = RETRY_MS[claimed.attempts - 1] ?? LATER_RETRY_MS;
    await postponeMail(db.sql, claimed, reason, clock.now() + delayMs);
  }

  async #giveUp(claimed: ClaimedMail, reason: string): Promise<void> {
    this.counts.failed += 1;
    this.#deps.log.error(
      { mailId: claimed.id, kind: claimed.kind, attempts: claimed.attempts, reason },
      'mail given up',
    );
    await markFailed(this.#deps.db.sql, claimed, reason);
  }
}

import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { isPassingFault } from '#platform/persistence/connection-fault.ts';
import type { Database } from '#platform/persistence/database.ts';
import {
  blankDone,
  type ClaimedMail,
  claimMail,
  forgetDone,
  markFailed,
  markSent,
  postpone,
  removeMail,
} from './courier.repository.ts';
import type { Mailer } from './mailer.ts';
import type { Mail } from './outbox.ts';
import { openMail } from './sealed-mail.ts';

const POLL = durationMs(5_000);
/** `wake` comes before the caller has committed: most are there at the first look, the rest at the second. */
const LOOKS = [durationMs(50), durationMs(500)];
const RETRY_MS = [10_000, 30_000, 120_000, 600_000];
const LATER_RETRY_MS = 1_800_000;
const UPKEEP = durationMs(60 * 60_000);
const KEPT_MS = 7 * 24 * 60 * 60_000;
const KEPT_LOCALLY = 200;

export type CourierDeps = {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mailer: Mailer;
  /** What stands behind the @ of a Message-ID. */
  readonly host: string;
};

/**
 * Carries mails from the outbox to the mail server, one after the other, each at least once: a mail leaves twice only
 * if the process dies between sending and noting it, and then under the same Message-ID.
 */
export class MailCourier {
  /** Since the start. */
  readonly counts = { sent: 0, failed: 0 };
  readonly #deps: CourierDeps;
  readonly #timers = new Set<Cancel>();
  #round: Promise<void> | null = null;
  #tidying: Promise<void> = Promise.resolve();
  #isAskedAgain = false;
  #isStopped = true;

  constructor(deps: CourierDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStopped = false;
    const { clock } = this.#deps;
    this.#timers.add(clock.every(POLL, () => this.#look()));
    this.#timers.add(clock.every(UPKEEP, () => this.#tidySoon()));
    this.#tidySoon();
    this.#look();
  }

  /** Tells that a mail was put in. */
  wake(): void {
    if (this.#isStopped) return;
    for (const delay of LOOKS) {
      const cancel = this.#deps.clock.after(delay, () => {
        this.#timers.delete(cancel);
        this.#look();
      });
      this.#timers.add(cancel);
    }
  }

  /** Finishes the mail in hand and takes no other; what waits is sent after the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await this.idle();
    this.#deps.mailer.close();
  }

  /** Resolves once nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all([this.#round, this.#tidying]);
  }

  #look(): void {
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
    try {
      do {
        this.#isAskedAgain = false;
        while (!this.#isStopped && (await this.#sendNext()));
      } while (this.#isAskedAgain && !this.#isStopped);
    } catch (error) {
      // What waits is looked for again in a few seconds, by whoever can.
      this.#deps.log[isPassingFault(error) ? 'warn' : 'error']({ err: error }, 'mails could not be looked through');
    }
  }

  /** @returns false if nothing is due */
  async #sendNext(): Promise<boolean> {
    const { db, clock } = this.#deps;
    const claimed = await claimMail(db.sql, clock.now());
    if (!claimed) return false;
    const mail = this.#open(claimed);
    if (mail === 'unreadable') await this.#giveUp(claimed, mail);
    else if (mail === null) await removeMail(db.sql, claimed.id);
    else if (claimed.expires_at.getTime() <= clock.now()) await this.#giveUp(claimed, 'expired');
    else await this.#send(claimed, mail);
    return true;
  }

  #open({ id, sealed }: ClaimedMail): Mail | null | 'unreadable' {
    try {
      return sealed ? openMail(this.#deps.sealer, { id, sealed }) : 'unreadable';
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
    await postpone(db.sql, claimed, reason, clock.now() + delayMs);
  }

  async #giveUp(claimed: ClaimedMail, reason: string): Promise<void> {
    this.counts.failed += 1;
    this.#deps.log.error(
      { mailId: claimed.id, kind: claimed.kind, attempts: claimed.attempts, reason },
      'mail given up',
    );
    await markFailed(this.#deps.db.sql, claimed, reason);
  }

  #tidySoon(): void {
    this.#tidying = this.#tidying.then(() => this.#tidy());
  }

  async #tidy(): Promise<void> {
    const { db, clock, mailer, log } = this.#deps;
    try {
      await forgetDone(db.sql, clock.now() - KEPT_MS, mailer.keepsMails ? KEPT_LOCALLY : Number.MAX_SAFE_INTEGER);
      if (!mailer.keepsMails) await blankDone(db.sql);
    } catch (error) {
      log.error({ err: error }, 'old mails could not be removed');
    }
  }
}

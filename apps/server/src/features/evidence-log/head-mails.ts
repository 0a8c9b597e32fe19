import { type Cancel, type Clock, durationMs } from '@vigia/core/kernel';
import type { Cluster, ClusterRun } from '#platform/cluster/cluster.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import type { Database } from '#platform/persistence/database.ts';
import { headMail } from './head-mail.es.ts';
import { findLastHead, type HeadRow, readStatedKey } from './log-rows.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_EVERY = durationMs(10 * MINUTE_MS);
/** Number of mails that one transaction writes. */
const BATCH = 200;
/** The outbox drops a mail that it could not send before the one of the next day is due. */
const LIFE_MS = DAY_MS;

export type HeadMailsDeps = {
  readonly db: Database;
  readonly cluster: Pick<Cluster, 'runSingleton'>;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly site: Pick<SiteAddresses, 'url'>;
  readonly log: Logger;
};

/**
 * Mails the last signed head to each user who wants it, once a UTC day. A mailed head is outside of this installation,
 * so that its operator cannot build the log again without a trace.
 */
export class HeadMails {
  readonly #deps: HeadMailsDeps;
  #run: ClusterRun | null = null;
  #cancel: Cancel = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(deps: HeadMailsDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#run = this.#deps.cluster.runSingleton('evidence-log-mails', {
      start: async () => {
        this.#isStopping = false;
        this.#cancel = this.#deps.clock.every(LOOK_EVERY, () => void this.tick());
        void this.tick();
      },
      stop: async () => {
        this.#cancel();
        this.#isStopping = true;
        await this.#running;
      },
    });
  }

  async stop(): Promise<void> {
    await this.#run?.stop();
  }

  /** Writes the mails that are due. */
  tick(): Promise<void> {
    this.#running = this.#running
      .then(() => this.#mailAll())
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error }, 'heads could not be mailed; the next attempt follows in ten minutes'),
      );
    return this.#running;
  }

  async #mailAll(): Promise<void> {
    const { sql } = this.#deps.db;
    const [head, key] = [await findLastHead(sql), await readStatedKey(sql)];
    if (head === null || key === null) return;
    while (!this.#isStopping && (await this.#mailSome(head, key)) === BATCH);
  }

  /** Writes some mails together with the mark that they are written. Returns their number. */
  #mailSome(head: HeadRow, key: string): Promise<number> {
    const { db, clock, outbox, site } = this.#deps;
    const nowMs = clock.now();
    const expiresAt = new Date(nowMs + LIFE_MS);
    return db.transaction(async (tx) => {
      const people = await tx<{ email: string }[]>`
        UPDATE user_settings s SET log_head_mailed_at = ${new Date(nowMs)} FROM users u
        WHERE u.id = s.user_id AND s.user_id = ANY (ARRAY(
          SELECT d.user_id FROM user_settings d JOIN users p ON p.id = d.user_id
          WHERE d.mails_log_head AND p.email IS NOT NULL AND p.is_verified
            AND (d.log_head_mailed_at IS NULL OR d.log_head_mailed_at < ${startOfDay(nowMs)})
          LIMIT ${BATCH} FOR UPDATE OF d SKIP LOCKED))
        RETURNING u.email`;
      for (const { email: to } of people) {
        const mail = headMail({ to, siteUrl: site.url(), key, note: head.note, size: head.size, at: head.signed_at });
        await outbox.enqueue(tx, { kind: 'log_head', mail, expiresAt });
      }
      return people.length;
    });
  }
}

const startOfDay = (nowMs: number): Date => new Date(Math.floor(nowMs / DAY_MS) * DAY_MS);

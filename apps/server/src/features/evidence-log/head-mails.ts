import { PeriodicTask, type PeriodicTaskDeps } from '#platform/cluster/periodic-task.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
import type { Outbox } from '#platform/mail/outbox.ts';
import type { Database } from '#platform/persistence/database.ts';
import { headMail } from './head-mail.es.ts';
import { findLastHead, type HeadRow, readStatedKey } from './log-rows.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const LOOK_EVERY_MS = 10 * MINUTE_MS;
/** Number of mails that one transaction writes. */
const BATCH = 200;
/** The outbox drops a mail that it could not send before the one of the next day is due. */
const LIFE_MS = DAY_MS;

export type HeadMailsDeps = PeriodicTaskDeps & {
  readonly db: Database;
  readonly outbox: Outbox;
  readonly site: Pick<SiteAddresses, 'url'>;
};

/**
 * Mails the last signed head to each user who wants it, once a UTC day. A mailed head is outside of this installation,
 * so that its operator cannot build the log again without a trace.
 */
export class HeadMails extends PeriodicTask {
  readonly #deps: HeadMailsDeps;

  constructor(deps: HeadMailsDeps) {
    super(deps, {
      lease: 'evidence-log-mails',
      everyMs: LOOK_EVERY_MS,
      runsAtStart: true,
      failure: 'heads could not be mailed; the next attempt follows in ten minutes',
    });
    this.#deps = deps;
  }

  /** Writes the mails that are due. */
  protected override async work(signal: AbortSignal): Promise<void> {
    const { sql } = this.#deps.db;
    const [head, key] = [await findLastHead(sql), await readStatedKey(sql)];
    if (head === null || key === null) return;
    while (!signal.aborted && (await this.#mailSome(head, key)) === BATCH);
  }

  /** Writes some mails, and stores this time in their users' settings. Returns the number of mails. */
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

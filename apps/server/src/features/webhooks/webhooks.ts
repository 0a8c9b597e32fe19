import {
  type MadeWebhook,
  WEBHOOKS_MAX,
  type WebhookBody,
  type WebhookDelivery,
  type WebhookView,
} from '@vigia/contract';
import { err, type IdSource, ok, type Result } from '@vigia/core/kernel';
import { overwritingBytes } from '#platform/crypto/overwriting.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import type { SecurityEventKind, SecurityLog } from '#platform/security-log/security-log.ts';
import type { SharedThrottle } from '#platform/throttle/shared-throttle.ts';
import { type Caller, type SecurityNotices, securityEventOf } from '../accounts/index.ts';
import { type AttemptRow, listAttempts } from './attempts.repository.ts';
import { testMessage } from './messages.ts';
import { makeWebhookSecret } from './signature.ts';
import * as stored from './webhook.repository.ts';
import { sendToWebhook, type WebhookSenderDeps, webhookSecretAad, webhookUrlAad } from './webhook-sender.ts';
import { isWebhookUrl } from './webhook-url.ts';

export type WebhooksDeps = WebhookSenderDeps & {
  readonly ids: IdSource;
  readonly randomBytes: (count: number) => Buffer;
  readonly securityLog: SecurityLog;
  readonly notices: SecurityNotices;
  readonly throttle: Pick<SharedThrottle, 'take'>;
};

export type WebhookRefusal = {
  readonly code:
    | 'anonymous_not_allowed'
    | 'webhook_url_refused'
    | 'webhook_limit'
    | 'webhook_not_found'
    | 'webhook_tests_limit';
  readonly values?: Readonly<Record<string, number>>;
};
type Outcome<Value> = Promise<Result<Value, WebhookRefusal>>;

/** Test messages that a user may send. */
const TESTS = { burst: 5, windowMs: 60_000 } as const;
const NOT_FOUND: WebhookRefusal = { code: 'webhook_not_found' };

/** The webhooks of users, as their owners manage them. */
export class Webhooks {
  readonly #deps: WebhooksDeps;

  constructor(deps: WebhooksDeps) {
    this.#deps = deps;
  }

  async list(userId: string): Promise<WebhookView[]> {
    return (await stored.listWebhooks(this.#deps.db.sql, userId)).map((row) => this.#viewOf(row));
  }

  /** Creates a webhook and its secret, which is returned only here. */
  async create(caller: Caller, body: WebhookBody): Outcome<MadeWebhook> {
    const { db, ids, sealer, randomBytes } = this.#deps;
    const { userId, isAnonymous } = caller.principal;
    if (isAnonymous) return err({ code: 'anonymous_not_allowed' });
    if (!isWebhookUrl(body.url, this.#deps.allowPrivate)) return err({ code: 'webhook_url_refused' });
    const [id, secret] = [ids.next(), makeWebhookSecret(randomBytes)];
    return db.transaction(async (tx): Outcome<MadeWebhook> => {
      await stored.lockOwner(tx, userId);
      const own = await stored.listWebhooks(tx, userId);
      if (own.length >= WEBHOOKS_MAX) return err({ code: 'webhook_limit', values: { maximum: WEBHOOKS_MAX } });
      const sealedSecret = sealer.seal(Buffer.from(secret), webhookSecretAad(id));
      await stored.insertWebhook(tx, { id, userId }, { ...this.#choices(id, body), sealedSecret }, this.#now());
      await this.#announce(tx, caller, body);
      await this.#log(tx, caller, 'webhook_made', body);
      return ok({ ...(await this.#read(tx, userId, id)), secret });
    });
  }

  async change(caller: Caller, id: string, body: WebhookBody): Outcome<WebhookView> {
    if (!isWebhookUrl(body.url, this.#deps.allowPrivate)) return err({ code: 'webhook_url_refused' });
    return this.#own(caller, id, async (tx, row) => {
      const { userId } = caller.principal;
      await stored.updateWebhook(tx, { id, userId }, this.#choices(id, body), this.#now());
      if (body.url !== this.#urlOf(row)) await this.#announce(tx, caller, body);
      await this.#log(tx, caller, 'webhook_changed', body);
      return this.#read(tx, userId, id);
    });
  }

  /** Replaces the secret with a new one, which is returned only here. */
  rotateSecret(caller: Caller, id: string): Outcome<{ readonly secret: string }> {
    return this.#own(caller, id, async (tx, row) => {
      const secret = makeWebhookSecret(this.#deps.randomBytes);
      const sealed = this.#deps.sealer.seal(Buffer.from(secret), webhookSecretAad(id));
      await stored.updateSecret(tx, { id, userId: row.user_id }, sealed, this.#now());
      await this.#log(tx, caller, 'webhook_secret_made', { name: row.name, url: this.#urlOf(row) });
      return { secret };
    });
  }

  /** Lets a disabled webhook get messages again. Those that it missed are lost. */
  enable(caller: Caller, id: string): Outcome<WebhookView> {
    return this.#own(caller, id, async (tx, row) => {
      await stored.enableWebhook(tx, { id, userId: row.user_id }, this.#now());
      await this.#log(tx, caller, 'webhook_enabled', { name: row.name, url: this.#urlOf(row) });
      return this.#read(tx, row.user_id, id);
    });
  }

  remove(caller: Caller, id: string): Outcome<null> {
    return this.#own(caller, id, async (tx, row) => {
      await this.#log(tx, caller, 'webhook_removed', { name: row.name, url: this.#urlOf(row) });
      await stored.deleteWebhook(tx, { id, userId: row.user_id }, overwritingBytes());
      return null;
    });
  }

  /** Sends a test message at once, and returns what became of it. */
  async sendTest(userId: string, id: string): Outcome<WebhookDelivery> {
    const { db, clock, ids, throttle } = this.#deps;
    if ((await stored.findWebhook(db.sql, userId, id)) === undefined) return err(NOT_FOUND);
    if ((await throttle.take(`webhook-tests:${userId}`, TESTS)) > 0) return err({ code: 'webhook_tests_limit' });
    const sent = await sendToWebhook(this.#deps, id, testMessage(ids.next(), clock.now()));
    return sent.stored === null ? err(NOT_FOUND) : ok(toDelivery(sent.stored));
  }

  /** Returns the latest attempts, newest first. */
  async deliveries(userId: string, id: string): Outcome<WebhookDelivery[]> {
    const { db, clock } = this.#deps;
    if ((await stored.findWebhook(db.sql, userId, id)) === undefined) return err(NOT_FOUND);
    return ok((await listAttempts(db.sql, id, clock.now())).map(toDelivery));
  }

  /** Runs a change of a webhook of the caller, in one transaction. */
  #own<Value>(
    { principal: { userId } }: Caller,
    id: string,
    change: (tx: Transaction, row: stored.WebhookRow) => Promise<Value>,
  ): Outcome<Value> {
    return this.#deps.db.transaction(async (tx): Outcome<Value> => {
      await stored.lockOwner(tx, userId);
      const row = await stored.findWebhook(tx, userId, id);
      return row === undefined ? err(NOT_FOUND) : ok(await change(tx, row));
    });
  }

  async #read(tx: Transaction, userId: string, id: string): Promise<WebhookView> {
    const row = await stored.findWebhook(tx, userId, id);
    if (row === undefined) throw new Error('a webhook was written and is not there');
    return this.#viewOf(row);
  }

  #now(): Date {
    return new Date(this.#deps.clock.now());
  }

  #choices(id: string, { name, url, topics, sends_log_head: sendsLogHead }: WebhookBody): stored.WebhookChoices {
    const sealedUrl = this.#deps.sealer.seal(Buffer.from(url), webhookUrlAad(id));
    return { name, sealedUrl, topics: [...new Set(topics)], sendsLogHead };
  }

  #urlOf({ id, sealed_url }: stored.WebhookRow): string {
    return this.#deps.sealer.open(sealed_url, webhookUrlAad(id)).toString();
  }

  #announce(tx: Transaction, caller: Caller, { name, url }: Named): Promise<void> {
    return this.#deps.notices.announce(tx, caller, { kind: 'webhook_set', name, host: new URL(url).host });
  }

  /** Logs a change. The path and query of the URL are left out, because they often contain a secret. */
  #log(tx: Transaction, caller: Caller, kind: SecurityEventKind, { name, url }: Named): Promise<void> {
    return this.#deps.securityLog.append(tx, [securityEventOf(caller, kind, { name, host: new URL(url).host })]);
  }

  #viewOf(row: stored.WebhookRow): WebhookView {
    const { id, name, topics, sends_log_head, created_at, sent_at: sent, failed_at: failed } = row;
    return {
      id,
      name,
      url: this.#urlOf(row),
      topics,
      sends_log_head,
      created_at: created_at.toISOString(),
      sent_at: sent?.toISOString() ?? null,
      failed_at: failed !== null && failed > (sent ?? 0) ? failed.toISOString() : null,
      disabled_at: row.disabled_at?.toISOString() ?? null,
      disabled_because: row.disabled_because,
    };
  }
}

type Named = Pick<WebhookBody, 'name' | 'url'>;

const toDelivery = ({ at, ...row }: AttemptRow): WebhookDelivery => {
  const { id, message_id, type, ...facts } = row;
  return { id, message_id, type, at: at.toISOString(), ...facts };
};

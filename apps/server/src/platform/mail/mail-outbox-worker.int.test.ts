import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createSealer } from '#platform/crypto/sealer.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { LocalMailbox } from './local-mailbox.ts';
import { MailOutboxWorker } from './mail-outbox-worker.ts';
import type { Mailer, MailFault } from './mailer.ts';
import { CLAIM_MS, claimMail } from './outbox.repository.ts';
import type { Mail } from './outbox.ts';
import { createOutbox } from './postgres-outbox.ts';
import { registerMailMetrics } from './register-metrics.ts';

const HOUR_MS = 3_600_000;
const MAIL: Mail = {
  to: 'ana@example.com',
  subject: 'Confirma tu correo',
  text: 'Aquí: http://127.0.0.1:3000/auth/v1/verify?token=abc',
  html: '<p>Aquí</p>',
};
const LATER: Result<void, MailFault> = err({ retry: 'later', reason: 'ETIMEDOUT' });
const NEVER: Result<void, MailFault> = err({ retry: 'never', reason: 'EENVELOPE 550' });

/** A fake mailer that returns scripted results, then successes, and records the mails that it receives. */
class FakeMailer implements Mailer {
  readonly keepsMails = false;
  readonly handed: { mail: Mail; messageId: string }[] = [];
  answers: Result<void, MailFault>[] = [];
  gate: Promise<void> = Promise.resolve();
  busy = 0;
  mostBusy = 0;

  async send(mail: Mail, messageId: string) {
    this.busy += 1;
    this.mostBusy = Math.max(this.mostBusy, this.busy);
    this.handed.push({ mail, messageId });
    await this.gate;
    this.busy -= 1;
    return this.answers.shift() ?? ok(undefined);
  }

  close(): void {}
}

type Row = { id: string; state: string; sealed: Buffer | null; attempts: number; last_error: string | null };

describe('MailOutboxWorker', () => {
  const sealer = createSealer(randomBytes(32));
  let test: TestDatabase;
  let clock: ManualClock;
  let mailer: FakeMailer;

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.sql`DELETE FROM mail_outbox`;
    clock = new ManualClock(systemClock.now());
    mailer = new FakeMailer();
  });

  const workerWith = (by: Mailer = mailer) =>
    new MailOutboxWorker({
      db: test.db,
      sealer,
      clock,
      log: createLogger('silent'),
      mailer: by,
      host: 'vigia.example',
    });
  const enqueue = (mail: Mail | null = MAIL, wake = () => undefined as void) =>
    createOutbox({ sealer, clock, ids: randomIds, wake }).enqueue(test.db.sql, {
      kind: 'signup',
      mail,
      expiresAt: new Date(clock.now() + HOUR_MS),
    });
  const rows = () => test.db.sql<Row[]>`SELECT id, state, sealed, attempts, last_error FROM mail_outbox`;
  const after = async (worker: MailOutboxWorker, ms: number) => {
    clock.advance(ms);
    await worker.idle();
  };

  it('sends a mail that an earlier process did not send exactly once, and deletes its encrypted text', async () => {
    await enqueue();
    const worker = workerWith();
    worker.start();
    await worker.idle();
    const [row] = await rows();
    expect(mailer.handed).toEqual([{ mail: MAIL, messageId: `${row?.id}@vigia.example` }]);
    expect(row).toMatchObject({ state: 'sent', sealed: null });
    await after(worker, HOUR_MS);
    expect(mailer.handed).toHaveLength(1);
    await worker.stop();
  });

  it('sends a mail that was stored while the clock was wrongly ahead without a delay', async () => {
    clock.jump(HOUR_MS * 24);
    await enqueue();
    clock.jump(-HOUR_MS * 24);
    const worker = workerWith();
    worker.start();
    await worker.idle();
    expect(mailer.handed).toHaveLength(1);
    await worker.stop();
  });

  it('sends a mail within 500 ms after the commit, even if the transaction commits late', async () => {
    const worker = workerWith();
    worker.start();
    await worker.idle();
    worker.onEnqueued();
    await after(worker, 50);
    await enqueue();
    await after(worker, 450);
    expect(mailer.handed).toHaveLength(1);
    await worker.stop();
  });

  it('retries with growing backoff under the same Message-ID until the server accepts the mail', async () => {
    mailer.answers = [LATER, LATER, LATER, LATER, LATER];
    await enqueue();
    const worker = workerWith();
    worker.start();
    await worker.idle();
    for (const [number, ms] of [10_000, 30_000, 120_000, 600_000, 1_800_000].entries()) {
      await after(worker, ms - 5_000);
      expect(mailer.handed).toHaveLength(number + 1);
      await after(worker, 10_000);
      expect(mailer.handed).toHaveLength(number + 2);
    }
    expect(new Set(mailer.handed.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 6, last_error: null }]);
    await worker.stop();
  });

  it('gives up a mail that expired or that the server refuses permanently, and deletes its text', async () => {
    mailer.answers = [NEVER];
    await enqueue();
    const worker = workerWith();
    worker.start();
    await worker.idle();
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null, last_error: 'EENVELOPE 550' }]);
    await worker.stop();

    await test.db.sql`DELETE FROM mail_outbox`;
    await enqueue();
    clock.advance(HOUR_MS);
    worker.start();
    await worker.idle();
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null, last_error: 'expired' }]);
    expect(mailer.handed).toHaveLength(1);
    expect(worker.counts).toEqual({ sent: 0, failed: 2 });
    await worker.stop();
  });

  it('deletes a mail without a recipient and does not send it', async () => {
    await enqueue(null);
    const worker = workerWith();
    worker.start();
    await worker.idle();
    expect(await rows()).toEqual([]);
    expect(mailer.handed).toEqual([]);
    await worker.stop();
  });

  it('sends the mail of a process that crashed after its claim when the claim has expired', async () => {
    await enqueue();
    await claimMail(test.db.sql, clock.now());
    const worker = workerWith();
    worker.start();
    await after(worker, CLAIM_MS - 5_000);
    expect(mailer.handed).toEqual([]);
    await after(worker, 5_000);
    expect(mailer.handed).toHaveLength(1);
    await worker.stop();
  });

  it('runs one pass at a time, and divides the mails with other workers', async () => {
    for (let n = 0; n < 6; n += 1) await enqueue();
    const workers = [workerWith(), workerWith()];
    for (const worker of workers) {
      worker.start();
      worker.onEnqueued();
    }
    clock.advance(10_000);
    await Promise.all(workers.map((worker) => worker.idle()));
    expect(new Set(mailer.handed.map(({ messageId }) => messageId)).size).toBe(6);
    expect(mailer.handed).toHaveLength(6);
    expect(mailer.mostBusy).toBeLessThanOrEqual(2);
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  it('finishes the current mail when it is stopped, and claims no other mail', async () => {
    await enqueue();
    await enqueue();
    let release = () => {};
    mailer.gate = new Promise((resolve) => {
      release = resolve;
    });
    const worker = workerWith();
    worker.start();
    await expect.poll(() => mailer.handed.length).toBe(1);
    const stopped = worker.stop();
    release();
    await stopped;
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting']);
  });

  it('deletes sent mails after a week', async () => {
    await enqueue();
    const worker = workerWith();
    worker.start();
    await worker.idle();
    await after(worker, 6 * 24 * HOUR_MS);
    expect(await rows()).toHaveLength(1);
    await after(worker, 2 * 24 * HOUR_MS);
    expect(await rows()).toEqual([]);
    await worker.stop();
  });

  it('exports the numbers of mails that wait, were sent and were given up', async () => {
    mailer.answers = [ok(undefined), NEVER, LATER];
    for (let n = 0; n < 3; n += 1) await enqueue();
    const worker = workerWith();
    const registry = new Registry();
    registerMailMetrics(registry, { db: test.db, clock, worker });
    worker.start();
    await worker.idle();
    const figures = await registry.metrics();
    expect(figures).toMatch(/^vigia_mail_outbox_waiting 1$/m);
    expect(figures).toMatch(/^vigia_mail_outbox_oldest_seconds 0$/m);
    expect(figures).toMatch(/^vigia_mail_sent_total 1$/m);
    expect(figures).toMatch(/^vigia_mail_failed_total 1$/m);
    await worker.stop();
  });

  it('keeps sent mails in the local mailbox over a restart, newest first', async () => {
    const said: string[] = [];
    const mailbox = () => new LocalMailbox({ db: test.db, sealer, say: (line) => void said.push(line) });
    const worker = workerWith(mailbox());
    worker.start();
    await worker.idle();
    await enqueue();
    await after(worker, 5_000);
    await enqueue({ ...MAIL, subject: 'Aviso\u001b[31m\nfalso', text: 'Sin enlaces' });
    await after(worker, 5_000);
    await worker.stop();
    expect(said).toEqual([
      'Correo para ana@example.com: Confirma tu correo → http://127.0.0.1:3000/auth/v1/verify?token=abc',
      'Correo para ana@example.com: Aviso [31m falso → /dev/mailbox',
    ]);
    expect(await mailbox().list()).toMatchObject([
      { text: 'Sin enlaces', links: [] },
      {
        ...MAIL,
        links: ['http://127.0.0.1:3000/auth/v1/verify?token=abc'],
        at: new Date(clock.now() - 5_000).toISOString(),
      },
    ]);
  });
});

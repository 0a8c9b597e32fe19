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
import { CLAIM_MS, claimMail } from './courier.repository.ts';
import { LocalMailbox } from './local-mailbox.ts';
import { MailCourier } from './mail-courier.ts';
import type { Mailer, MailFault } from './mailer.ts';
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

/** Answers as told, then well, and remembers what it was handed. */
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

describe('the courier', () => {
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

  const courierWith = (by: Mailer = mailer) =>
    new MailCourier({ db: test.db, sealer, clock, log: createLogger('silent'), mailer: by, host: 'vigia.example' });
  const enqueue = (mail: Mail | null = MAIL, wake = () => undefined as void) =>
    createOutbox({ sealer, clock, ids: randomIds, wake }).enqueue(test.db.sql, {
      kind: 'signup',
      mail,
      expiresAt: new Date(clock.now() + HOUR_MS),
    });
  const rows = () => test.db.sql<Row[]>`SELECT id, state, sealed, attempts, last_error FROM mail_outbox`;
  const after = async (courier: MailCourier, ms: number) => {
    clock.advance(ms);
    await courier.idle();
  };

  it('sends what an earlier process left behind, once, and blanks it', async () => {
    await enqueue();
    const courier = courierWith();
    courier.start();
    await courier.idle();
    const [row] = await rows();
    expect(mailer.handed).toEqual([{ mail: MAIL, messageId: `${row?.id}@vigia.example` }]);
    expect(row).toMatchObject({ state: 'sent', sealed: null });
    await after(courier, HOUR_MS);
    expect(mailer.handed).toHaveLength(1);
    await courier.stop();
  });

  it('sends soon after it was woken, also if the transaction commits late', async () => {
    const courier = courierWith();
    courier.start();
    await courier.idle();
    courier.wake();
    await after(courier, 50);
    await enqueue();
    await after(courier, 450);
    expect(mailer.handed).toHaveLength(1);
    await courier.stop();
  });

  it('tries again at growing distances under the same id, until it is taken', async () => {
    mailer.answers = [LATER, LATER, LATER, LATER, LATER];
    await enqueue();
    const courier = courierWith();
    courier.start();
    await courier.idle();
    for (const [number, ms] of [10_000, 30_000, 120_000, 600_000, 1_800_000].entries()) {
      await after(courier, ms - 5_000);
      expect(mailer.handed).toHaveLength(number + 1);
      await after(courier, 10_000);
      expect(mailer.handed).toHaveLength(number + 2);
    }
    expect(new Set(mailer.handed.map(({ messageId }) => messageId)).size).toBe(1);
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 6, last_error: null }]);
    await courier.stop();
  });

  it('gives up what is refused for good, and what came too late, without a trace of the text', async () => {
    mailer.answers = [NEVER];
    await enqueue();
    const courier = courierWith();
    courier.start();
    await courier.idle();
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null, last_error: 'EENVELOPE 550' }]);
    await courier.stop();

    await test.db.sql`DELETE FROM mail_outbox`;
    await enqueue();
    clock.advance(HOUR_MS);
    courier.start();
    await courier.idle();
    expect(await rows()).toMatchObject([{ state: 'failed', sealed: null, last_error: 'expired' }]);
    expect(mailer.handed).toHaveLength(1);
    expect(courier.counts).toEqual({ sent: 0, failed: 2 });
    await courier.stop();
  });

  it('removes a mail to nobody', async () => {
    await enqueue(null);
    const courier = courierWith();
    courier.start();
    await courier.idle();
    expect(await rows()).toEqual([]);
    expect(mailer.handed).toEqual([]);
    await courier.stop();
  });

  it('sends what a process took and died with, once its claim has run out', async () => {
    await enqueue();
    await claimMail(test.db.sql, clock.now());
    const courier = courierWith();
    courier.start();
    await after(courier, CLAIM_MS - 5_000);
    expect(mailer.handed).toEqual([]);
    await after(courier, 5_000);
    expect(mailer.handed).toHaveLength(1);
    await courier.stop();
  });

  it('never overlaps itself, and shares the work with another courier', async () => {
    for (let n = 0; n < 6; n += 1) await enqueue();
    const couriers = [courierWith(), courierWith()];
    for (const courier of couriers) {
      courier.start();
      courier.wake();
    }
    clock.advance(10_000);
    await Promise.all(couriers.map((courier) => courier.idle()));
    expect(new Set(mailer.handed.map(({ messageId }) => messageId)).size).toBe(6);
    expect(mailer.handed).toHaveLength(6);
    expect(mailer.mostBusy).toBeLessThanOrEqual(2);
    await Promise.all(couriers.map((courier) => courier.stop()));
  });

  it('finishes the mail in hand when it is stopped, and takes no other', async () => {
    await enqueue();
    await enqueue();
    let release = () => {};
    mailer.gate = new Promise((resolve) => {
      release = resolve;
    });
    const courier = courierWith();
    courier.start();
    await expect.poll(() => mailer.handed.length).toBe(1);
    const stopped = courier.stop();
    release();
    await stopped;
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting']);
  });

  it('forgets after a week what was sent', async () => {
    await enqueue();
    const courier = courierWith();
    courier.start();
    await courier.idle();
    await after(courier, 6 * 24 * HOUR_MS);
    expect(await rows()).toHaveLength(1);
    await after(courier, 2 * 24 * HOUR_MS);
    expect(await rows()).toEqual([]);
    await courier.stop();
  });

  it('tells in figures how many wait, went out and were given up', async () => {
    mailer.answers = [ok(undefined), NEVER, LATER];
    for (let n = 0; n < 3; n += 1) await enqueue();
    const courier = courierWith();
    const registry = new Registry();
    registerMailMetrics(registry, { db: test.db, clock, courier });
    courier.start();
    await courier.idle();
    const figures = await registry.metrics();
    expect(figures).toMatch(/^vigia_mail_outbox_waiting 1$/m);
    expect(figures).toMatch(/^vigia_mail_outbox_oldest_seconds 0$/m);
    expect(figures).toMatch(/^vigia_mail_sent_total 1$/m);
    expect(figures).toMatch(/^vigia_mail_failed_total 1$/m);
    await courier.stop();
  });

  it('keeps in the local mailbox what it announced, over a restart and newest first', async () => {
    const said: string[] = [];
    const mailbox = () => new LocalMailbox({ db: test.db, sealer, say: (line) => void said.push(line) });
    const courier = courierWith(mailbox());
    courier.start();
    await courier.idle();
    await enqueue();
    await after(courier, 5_000);
    await enqueue({ ...MAIL, subject: 'Aviso\u001b[31m\nfalso', text: 'Sin enlaces' });
    await after(courier, 5_000);
    await courier.stop();
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

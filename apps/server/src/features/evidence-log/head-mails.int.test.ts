import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHead, openHead, parseKey } from '@vigia/core/evidence-log';
import { ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { nodeEd25519, nodeSha256 } from '#platform/crypto/log-key.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { Mail, OutgoingMail } from '#platform/mail/outbox.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { SIGNAL_FACTS } from '../signals/log-facts.ts';
import { EvidenceLog } from './evidence-log.ts';
import { HeadMails } from './head-mails.ts';
import { testRows } from './testing-rows.ts';

const NAME = 'vigia.test/log';
/** 29 November 2026, 23:00 UTC. */
const START_MS = Date.UTC(2026, 10, 29, 23);
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let folder: string;
let clock: ManualClock;
let evidenceLog: EvidenceLog;
let mails: HeadMails;
let sent: OutgoingMail[];
let failsFor: string | null;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vigia-head-mails-'));
  clock = new ManualClock(START_MS);
  sent = [];
  failsFor = null;
  const log = createLogger('silent');
  const base = { db: database.db, cluster: createSingleProcessCluster(log), clock, log };
  const key = { dataFolder: folder, given: null, name: NAME };
  const own = { ids: randomIds, randomBytes, sources: SIGNAL_FACTS, key, isAlone: true, sleep: async () => undefined };
  evidenceLog = new EvidenceLog({ ...base, ...own });
  mails = new HeadMails({
    ...base,
    site: { url: () => 'https://vigia.example' },
    outbox: {
      enqueue: async (_sql, mail) => {
        if (failsFor !== null && mail.mail?.to === failsFor) throw new Error('the disk is full');
        sent.push(mail);
      },
    },
  });
  mails.start();
});
afterEach(async () => {
  await mails.stop();
  await evidenceLog.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

/** Starts the log, which signs its first head. */
async function sign(): Promise<void> {
  evidenceLog.start();
  await evidenceLog.catchUp();
}

/** Stores a user who wants the mails, or does not. */
async function person(wants: boolean, email: string | null = `${randomIds.next()}@example.com`, isVerified = true) {
  const { sql } = database.db;
  const id = await testRows(database.db, clock).person();
  await sql`UPDATE users SET email = ${email}, is_verified = ${isVerified} WHERE id = ${id}`;
  await sql`
    INSERT INTO user_settings (user_id, mails_log_head, updated_at) VALUES (${id}, ${wants}, now())
    ON CONFLICT (user_id) DO UPDATE SET mails_log_head = excluded.mails_log_head`;
  return { id, email: email ?? '' };
}

const mailsTo = ({ email }: { readonly email: string }): Mail[] =>
  sent.flatMap(({ mail }) => (mail?.to === email ? [mail] : []));

describe('the mails with heads', () => {
  it('contain the signed head and its key, and go to each user who has switched them on', async () => {
    const [ana, luis] = [await person(true), await person(false)];
    await sign();
    await mails.tick();
    expect(mailsTo(luis)).toEqual([]);
    const [mail] = mailsTo(ana);
    const head = findHead(mail?.text ?? '');
    const [stated] = /vigia\.test\/log\+\S+/.exec(mail?.text ?? '') ?? [];
    const key = parseKey(nodeSha256, stated ?? '');
    const opened = key && openHead(nodeEd25519, head ?? '', key);
    expect(opened).toMatchObject({ isSigned: true, head: { origin: NAME } });
    expect(mail?.text).toContain('vigia verify --since ARCHIVO');
    expect(mail?.html).toContain(`${head}</pre>`);
    expect(sent).toMatchObject([{ kind: 'log_head', expiresAt: new Date(clock.now() + 24 * HOUR_MS) }]);
  });

  it('are sent once per UTC day', async () => {
    const ana = await person(true);
    await sign();
    await mails.tick();
    clock.advance(HOUR_MS / 2);
    await mails.tick();
    expect(mailsTo(ana)).toHaveLength(1);
    clock.advance(HOUR_MS);
    await mails.tick();
    expect(mailsTo(ana)).toHaveLength(2);
  });

  it('wait for the first head', async () => {
    const ana = await person(true);
    await mails.tick();
    expect(mailsTo(ana)).toEqual([]);
    await sign();
    await mails.tick();
    expect(mailsTo(ana)).toHaveLength(1);
  });

  it('go to confirmed addresses only', async () => {
    const people = [await person(true, null), await person(true, 'new@example.com', false)];
    await sign();
    await mails.tick();
    expect(people.flatMap(mailsTo)).toEqual([]);
  });

  it('reach each user of a large installation once', async () => {
    const people = [];
    for (let place = 0; place < 205; place += 1) people.push(await person(true));
    await sign();
    await mails.tick();
    expect(people.map((one) => mailsTo(one).length)).toEqual(people.map(() => 1));
  }, 60_000);

  it('are sent ten minutes later if a failure prevents them', async () => {
    const ana = await person(true);
    await sign();
    failsFor = ana.email;
    await mails.tick();
    expect(mailsTo(ana)).toEqual([]);
    failsFor = null;
    clock.advance(600_000);
    await mails.tick();
    expect(mailsTo(ana)).toHaveLength(1);
  });
});

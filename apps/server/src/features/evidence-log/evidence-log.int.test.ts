import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@vigia/testkit';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createSingleProcessCluster } from '#platform/cluster/single-process-cluster.ts';
import { findLogSigner, lastHeadFile } from '#platform/crypto/log-key.ts';
import { randomIds } from '#platform/crypto/random-ids.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import { createTestDatabase, type TestDatabase } from '#platform/persistence/testing.ts';
import { SIGNAL_FACTS } from '../signals/log-facts.ts';
import { findDisagreeingTrades, TRADE_FACTS } from '../trading/log-facts.ts';
import { EvidenceLog, type EvidenceLogDeps, readLastHead } from './evidence-log.ts';
import { testRows } from './testing-rows.ts';
import { verifyLog } from './verify-log.ts';

const NAME = 'vigia.test/log';
const START_MS = 1_795_000_000_000;
const HOUR_MS = 3_600_000;

let database: TestDatabase;
let folder: string;
let clock: ManualClock;
let log: EvidenceLog;
let rows: ReturnType<typeof testRows>;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'vigia-log-'));
  clock = new ManualClock(START_MS);
  rows = testRows(database.db, clock);
  log = openLog();
});
afterEach(async () => {
  await log.stop();
  await database.close();
  rmSync(folder, { recursive: true });
});

const sources = [...SIGNAL_FACTS, ...TRADE_FACTS];
const keyOptions = () => ({ dataFolder: folder, given: null, name: NAME });

function openLog(changes: Partial<EvidenceLogDeps> = {}): EvidenceLog {
  const quiet = createLogger('silent');
  const cluster = createSingleProcessCluster(quiet);
  const key = keyOptions();
  const opened = new EvidenceLog({
    db: database.db,
    cluster,
    ids: randomIds,
    randomBytes,
    sources,
    clock,
    log: quiet,
    key,
    isAlone: true,
    sleep: async () => undefined,
    ...changes,
  });
  opened.start();
  return opened;
}

/** Runs statements as the administrator of the database server, who can switch triggers and foreign keys off. */
function tamper(query: string) {
  const admin = parseDatabaseUrl(inject('postgres').adminUrl);
  const { database: name } = parseDatabaseUrl(database.ownerUrl);
  return withConnection({ ...admin, database: name }, (sql) =>
    sql.unsafe(`SET session_replication_role = replica; ${query}`),
  );
}

/** Stops the log and removes all of it, except its key. */
async function forgetLog(): Promise<void> {
  await log.stop();
  await tamper('TRUNCATE log_leaves, log_nodes, log_heads, log_people');
  rmSync(lastHeadFile(folder), { force: true });
}

/** Checks the log with the heads that an installation has. */
function verify(since: string | null = null) {
  const kept = readLastHead(folder);
  const heads = [
    ...(kept === null ? [] : [{ place: 'file' as const, note: kept }]),
    ...(since === null ? [] : [{ place: 'given' as const, note: since }]),
  ];
  return verifyLog(database.db, { sources, key: findLogSigner(keyOptions()), heads });
}
const faultsNow = async (since: string | null = null) => (await verify(since)).faults;

/** Stores signals, decisions and trades of two people, and has them logged with some time in between. */
async function withHistory() {
  const ana = await rows.person();
  const luis = await rows.person();
  const setup = await rows.setup(ana);
  const strategy = await rows.strategy(luis);
  for (const outcome of ['won', 'lost', 'lost', 'won', 'tie'] as const) {
    await rows.signal('pcr', setup, outcome);
    await rows.signal('strategy', strategy, outcome);
    await rows.trade(ana, outcome === 'tie' ? 'lost' : outcome);
    await log.catchUp();
    clock.advance(HOUR_MS);
  }
  await log.catchUp();
  return { ana, luis, setup, strategy };
}

describe('the evidence log', () => {
  it('has one leaf for each signal, outcome, decision, order and end of a trade, and its check finds no fault', async () => {
    await withHistory();
    const check = await verify();
    expect(check).toMatchObject({ faults: [], waiting: 0, beforeLog: 0, forgotten: 0, restores: 0, keyChanges: 0 });
    expect(check.facts).toBe(10 + 10 + 10 + 5 * 2);
    expect(check.heads).toBeGreaterThanOrEqual(6);
    // The log adds one statement before each stored head, and a statement of the key before the first one. One more
    // head is in a file.
    expect(check.leaves).toBe(check.facts + (check.heads - 1) + 1);
  });

  it('adds no second leaf for a fact, even in another process after a crash', async () => {
    await withHistory();
    const { leaves } = await verify();
    await log.stop();
    log = openLog();
    await log.catchUp();
    expect((await verify()).leaves).toBe(leaves);
  });

  it('adds facts that were stored before the log existed, and marks them as older', async () => {
    await forgetLog();
    const ana = await rows.person();
    await rows.trade(ana, 'won');
    clock.advance(HOUR_MS);
    log = openLog();
    await log.catchUp();
    expect(await verify()).toMatchObject({ faults: [], facts: 2, beforeLog: 2 });
  });

  it('adds a fact whose transaction committed late, when it next reads all facts', async () => {
    const ana = await rows.person();
    await log.catchUp();
    await rows.trade(ana, 'won');
    clock.advance(HOUR_MS / 2);
    await log.catchUp();
    expect(await verify()).toMatchObject({ faults: [], facts: 2 });
  });

  it('rests twice as long as each batch of new facts took, so that settlements have the database', async () => {
    const ana = await rows.person();
    await log.stop();
    const restsMs: number[] = [];
    log = openLog({
      randomBytes: (count) => {
        clock.advance(40);
        return randomBytes(count);
      },
      sleep: async (ms) => void restsMs.push(ms),
    });
    await log.catchUp();
    await rows.signal('pcr', await rows.setup(ana), 'won');
    await rows.trade(ana, 'won');
    clock.advance(2_000);
    await expect.poll(() => restsMs).toEqual([80, 80, 80, 80]);
    await rows.trade(ana, 'lost');
    await log.catchUp();
    expect(restsMs).toHaveLength(4);
  });

  it('keeps its key in a file that only its owner can read', async () => {
    await log.catchUp();
    expect(statSync(join(folder, 'keys', 'log.key')).mode & 0o777).toBe(0o600);
    const stored = await database.db.sql`SELECT * FROM log_heads`;
    const seed = readFileSync(join(folder, 'keys', 'log.key'));
    expect(JSON.stringify(stored)).not.toContain(seed.toString('base64'));
  });

  it('states a new key in a leaf, and accepts the heads of both keys', async () => {
    await withHistory();
    rmSync(join(folder, 'keys', 'log.key'));
    clock.advance(HOUR_MS);
    await log.catchUp();
    expect(await verify()).toMatchObject({ faults: [], keyChanges: 1 });
  });

  it('signs no head in a process without the key if another process may have it', async () => {
    await withHistory();
    const { heads } = await verify();
    await log.stop();
    rmSync(join(folder, 'keys', 'log.key'));
    log = openLog({ isAlone: false });
    clock.advance(HOUR_MS);
    await log.catchUp();
    expect((await verify()).heads).toBe(heads);
  });

  it('records that the clock was set back, and its check finds no fault in later leaves', async () => {
    const { ana } = await withHistory();
    clock.jump(-2 * HOUR_MS);
    await rows.trade(ana, 'won');
    await log.catchUp();
    expect(await verify()).toMatchObject({ faults: [] });
  });

  it('reveals a person’s leaves to no other person: equal facts have different commitments', async () => {
    await withHistory();
    const [row] = await database.db.sql<{ all: number; distinct: number; tags: number }[]>`
      SELECT count(*)::int AS all, count(DISTINCT commitment)::int AS distinct, count(DISTINCT tag)::int AS tags
      FROM log_leaves WHERE kind <> 'log'`;
    expect(row).toMatchObject({ distinct: row?.all, tags: 2 });
  });
});

describe('a deleted person', () => {
  it('leaves commitments that no fact opens any more, and the log records the deletion', async () => {
    const { ana } = await withHistory();
    const before = await verify();
    await database.db.sql`DELETE FROM auth_users WHERE id = ${ana}`;
    expect(await database.db.sql`SELECT 1 FROM log_leaves WHERE kind = 'trade' AND salt IS NOT NULL`).toEqual([]);
    expect((await verify()).faults).toEqual([]);
    clock.advance(HOUR_MS);
    await log.catchUp();
    const after = await verify();
    // Each person has five signals, outcomes, decisions, orders and ends of trades.
    expect(after).toMatchObject({ faults: [], forgotten: 25, facts: before.facts - 25 });
    expect(after.leaves).toBe(before.leaves + 2);
  });

  it('cannot be faked to hide removed losing signals', async () => {
    await withHistory();
    await tamper(`
      UPDATE log_leaves SET fact_id = NULL, salt = NULL
      WHERE fact_id IN (SELECT signal_id FROM pcr_signal_outcomes WHERE outcome = 'lost');
      DELETE FROM pcr_signals WHERE id IN (SELECT signal_id FROM pcr_signal_outcomes WHERE outcome = 'lost');
      DELETE FROM automation_decisions
        WHERE signal_id IN (SELECT signal_id FROM pcr_signal_outcomes WHERE outcome = 'lost');
      DELETE FROM pcr_signal_outcomes WHERE outcome = 'lost'`);
    expect(await faultsNow()).toMatchObject([{ kind: 'opening_missing' }]);
    await tamper(
      'INSERT INTO log_forgotten SELECT DISTINCT tag FROM log_leaves WHERE tag IS NOT NULL AND salt IS NULL',
    );
    expect(await faultsNow()).toMatchObject([{ kind: 'forgotten_partly' }]);
  });
});

describe('the check of the log finds', () => {
  const kinds = async (since: string | null = null) => [...new Set((await faultsNow(since)).map(({ kind }) => kind))];

  it.each(['pcr', 'strategy'])('every lost outcome of %s that was changed to won', async (automation) => {
    await withHistory();
    await tamper(`UPDATE ${automation}_signal_outcomes SET outcome = 'won' WHERE outcome = 'lost'`);
    const faults = await faultsNow();
    expect(faults).toHaveLength(2);
    expect(faults).toMatchObject([
      { kind: 'fact_changed', fact: 'outcome' },
      { kind: 'fact_changed', fact: 'outcome' },
    ]);
  });

  it.each(['pcr', 'strategy'])('the removed last signal of a chain of %s', async (automation) => {
    await withHistory();
    await tamper(`
      DELETE FROM ${automation}_signal_outcomes WHERE signal_id = (SELECT id FROM ${automation}_signals WHERE seq = 5);
      DELETE FROM automation_decisions WHERE signal_id = (SELECT id FROM ${automation}_signals WHERE seq = 5);
      DELETE FROM ${automation}_signals WHERE seq = 5`);
    expect(await faultsNow()).toMatchObject([
      { kind: 'fact_missing', fact: 'signal' },
      { kind: 'fact_missing', fact: 'outcome' },
      { kind: 'fact_missing', fact: 'decision' },
    ]);
  });

  it('removed losing signals, even if the hash chain was computed again', async () => {
    const { setup } = await withHistory();
    await tamper(`
      DELETE FROM automation_decisions
        WHERE signal_id IN (SELECT signal_id FROM pcr_signal_outcomes WHERE outcome = 'lost');
      DELETE FROM pcr_signals WHERE id IN (SELECT signal_id FROM pcr_signal_outcomes WHERE outcome = 'lost');
      DELETE FROM pcr_signal_outcomes WHERE outcome = 'lost'`);
    await rows.rehash(setup, tamper);
    const faults = await faultsNow();
    expect(faults.filter(({ kind }) => kind === 'fact_missing')).toHaveLength(6);
    // The last two signals of the chain have another number or another hash.
    expect(faults.filter(({ kind }) => kind === 'fact_changed')).toHaveLength(2);
  });

  it('a signal that was inserted late, both before and after the log adds it', async () => {
    const { setup } = await withHistory();
    await rows.signal('pcr', setup, 'won', clock.now() - 2.5 * HOUR_MS);
    expect(await kinds()).toEqual(['leaf_missing']);
    await log.catchUp();
    expect(await kinds()).toEqual(['late']);
  });

  it('a signal that was inserted late under a new time of publication', async () => {
    const { setup } = await withHistory();
    const id = await rows.signal('pcr', setup, 'won');
    await tamper(`UPDATE pcr_signals SET entry_time_ms = entry_time_ms - ${3 * HOUR_MS} WHERE id = '${id}'`);
    await log.catchUp();
    expect(await faultsNow()).toMatchObject([{ kind: 'late', fact: 'signal', id }]);
  });

  it.each([
    ['a changed body of a signal', `UPDATE pcr_signals SET body = body || '{"direction":"PUT"}' WHERE seq = 1`],
    ['another decision', `UPDATE automation_decisions SET decision = 'late' WHERE decision = 'refused'`],
    ['a changed event of a trade', `UPDATE trade_events SET payload = payload || '{"x":1}' WHERE kind = 'settle'`],
    ['another stake', 'UPDATE trades SET stake_minor = stake_minor + 1'],
    ['another payout', 'UPDATE trades SET payout_bp = payout_bp + 1'],
    ['another entry price', 'UPDATE trades SET entry_price = entry_price + 1'],
  ])('%s', async (_name, query) => {
    await withHistory();
    await tamper(query);
    expect(await kinds()).toEqual(['fact_changed']);
  });

  it('a trade that is won in its row, although it is lost in its event', async () => {
    await withHistory();
    expect(await database.db.transaction(findDisagreeingTrades)).toEqual([]);
    await tamper(`UPDATE trades SET status = 'won' WHERE status = 'lost'`);
    expect(await database.db.transaction(findDisagreeingTrades)).toHaveLength(3);
    await tamper(`UPDATE trades SET status = 'lost' WHERE profit_minor < 0;
      UPDATE trades SET profit_minor = 86 WHERE profit_minor = 85`);
    expect(await database.db.transaction(findDisagreeingTrades)).toHaveLength(2);
  });

  it('removed trades', async () => {
    await withHistory();
    await tamper(`DELETE FROM trade_events WHERE trade_id IN (SELECT id FROM trades WHERE status = 'lost');
      DELETE FROM trades WHERE status = 'lost'`);
    expect(await faultsNow()).toHaveLength(3 * 2);
    expect(await kinds()).toEqual(['fact_missing']);
  });

  it('a removed fact whose leaf was removed too', async () => {
    await withHistory();
    await tamper(`
      DELETE FROM log_leaves WHERE fact_id IN (SELECT id FROM trades WHERE status = 'lost');
      DELETE FROM trade_events WHERE trade_id IN (SELECT id FROM trades WHERE status = 'lost');
      DELETE FROM trades WHERE status = 'lost'`);
    const revealed = ['leaf_gap', 'person_gap', 'node', 'head_root', 'head_ahead'];
    expect(await kinds()).toEqual(expect.arrayContaining(revealed));
  });

  it('removed newest facts, leaves and heads, because the file of the key also contains the newest head', async () => {
    await withHistory();
    const [cut] = await database.db.sql<{ size: number }[]>`
      SELECT size FROM log_heads ORDER BY size DESC OFFSET 1 LIMIT 1`;
    await rows.removeFrom(cut?.size ?? 0, tamper);
    const faults = await faultsNow();
    expect(faults).toMatchObject([{ kind: 'head_ahead', place: 'file' }]);
  });

  it.each([
    [
      'a changed statement',
      `UPDATE log_leaves SET statement = '{"event":"restored","head":""}' 
         WHERE index = (SELECT min(index) FROM log_leaves WHERE kind = 'log')`,
      'statement',
    ],
    ['a changed time of a leaf', 'UPDATE log_leaves SET logged_ms = 1 WHERE index = 5', 'leaf_time'],
    ['a changed head', `UPDATE log_heads SET note = replace(note, '${NAME}', 'other/log')`, 'head_unreadable'],
    [
      'a head without its signature',
      `UPDATE log_heads SET note = replace(note, E'\n\n', E'\nmore\n\n')`,
      'head_signature',
    ],
    ['a changed node of the tree', `UPDATE log_nodes SET hash = '\\x00'`, 'node'],
  ])('%s', async (_name, query, kind) => {
    await withHistory();
    await tamper(query);
    expect(await kinds()).toContain(kind);
  });

  it('a log that was rebuilt without the losing signals and signed with the right key, if an earlier head is given', async () => {
    await withHistory();
    const since = readLastHead(folder) ?? '';
    await forgetLog();
    await tamper(`
      DELETE FROM trade_events WHERE trade_id IN (SELECT id FROM trades WHERE status = 'lost');
      DELETE FROM trades WHERE status = 'lost'`);
    log = openLog();
    await log.catchUp();
    expect(await kinds()).toEqual([]);
    expect(await kinds(since)).toEqual(['head_ahead']);
    for (let hour = 0; hour < 20; hour += 1) {
      clock.advance(HOUR_MS);
      await log.catchUp();
    }
    expect(await kinds(since)).toEqual(['head_root']);
  });

  it('a log that was rebuilt and signed with another key', async () => {
    await withHistory();
    const since = readLastHead(folder) ?? '';
    const right = readFileSync(join(folder, 'keys', 'log.key'));
    await forgetLog();
    rmSync(join(folder, 'keys'), { recursive: true });
    log = openLog();
    await log.catchUp();
    await log.stop();
    writeFileSync(join(folder, 'keys', 'log.key'), right);
    expect(await kinds()).toEqual(['key']);
    expect(await kinds(since)).toContain('head_signature');
  });

  it('a database that was restored from a copy, and the log then records the restore', async () => {
    await withHistory();
    await log.stop();
    const [cut] = await database.db.sql<{ size: number }[]>`
      SELECT size FROM log_heads ORDER BY size DESC OFFSET 1 LIMIT 1`;
    await rows.removeFrom(cut?.size ?? 0, tamper);
    log = openLog();
    await log.catchUp();
    expect(await verify()).toMatchObject({ faults: [], restores: 1 });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SHARDS, shardOf } from '#platform/cluster/shards.ts';
import { parseDatabaseUrl, withConnection } from '#platform/persistence/connection.ts';
import type { Transaction } from '#platform/persistence/database.ts';
import { createSql, type SqlQuery } from '#platform/persistence/sql.ts';
import type { TestDatabase } from '#platform/persistence/testing.ts';
import type { TradingDeps } from './deps.ts';
import { DUE_GROUPS_MAX } from './due-trades.repository.ts';
import { type SettlementScope, settleDueTrades, type TimedSettlement } from './settle-due-trades.ts';
import { createTradingWorld, deleteAllUsers, START_MS } from './testing.ts';
import { EXPIRY_MS, placeCall, tradingDatabase } from './testing-paper.ts';
import { createTrading, type Trading } from './trading.ts';

let database: TestDatabase;
let world: ReturnType<typeof createTradingWorld>;
let trading: Trading;

beforeAll(async () => void (database = await tradingDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  await deleteAllUsers(database);
  world = createTradingWorld(database);
  trading = createTrading(world.deps);
});

/** Places one order for each of `count` new users and makes it due. Returns the users by trade id. */
async function dueTrades(count: number): Promise<ReadonlyMap<string, string>> {
  const owners = new Map<string, string>();
  for (let left = count; left > 0; left -= 1) {
    const userId = await world.newUser();
    owners.set(await placeCall(trading, userId), userId);
  }
  world.market.tick(EXPIRY_MS - 1, 1.2);
  world.clock.advance(61_000);
  return owners;
}

async function settle(scope: SettlementScope = {}, change: Partial<TradingDeps> = {}) {
  const settled: TimedSettlement[] = [];
  const stuck = await settleDueTrades({ ...world.deps, ...change }, (trades) => void settled.push(...trades), scope);
  return { settled, ids: settled.map(({ id }) => id).toSorted(), stuck };
}

/** Returns dependencies whose database transactions run through `replace`. */
function transactions(replace: (make: () => Promise<unknown>) => Promise<unknown>): Partial<TradingDeps> {
  const { db } = world.deps;
  const transaction = ((work) => replace(() => db.transaction(work))) as typeof db.transaction;
  return { db: { ...db, transaction } };
}

/** Returns dependencies that report each statement of a transaction before it is sent. */
function watchStatements(onSend: (text: string) => void): Partial<TradingDeps> {
  const { db } = world.deps;
  const transaction: typeof db.transaction = (work) =>
    db.transaction((tx) => {
      const send = (query: SqlQuery) => {
        onSend(query.text);
        return tx.unsafe(query.text, query.values).execute();
      };
      return work(Object.assign(createSql(send), { savepoint: tx.savepoint, cursor: tx.cursor }));
    });
  return { db: { ...db, transaction } };
}

const failure = (code: string) => Object.assign(new Error(code), { code });

/** Makes the database refuse the settlement of a trade: an event with the trade's next number already exists. */
async function poison(id: string): Promise<void> {
  const at = new Date(START_MS + 61_000);
  await database.db.sql`INSERT INTO trade_events SELECT id, last_seq + 1, ${at}, 'odd' FROM trades WHERE id = ${id}`;
}

describe('a settled trade', () => {
  it('is reported with its owner, its trace, its time and its lag', async () => {
    const [[id, userId] = ['', '']] = await dueTrades(1);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await database.db.sql`UPDATE trades SET traceparent = ${traceparent} WHERE id = ${id}`;
    const { settled } = await settle();
    expect(settled).toEqual([{ id, userId, traceparent, settledAtMs: START_MS + 61_000, lagMs: 1_000 }]);
  });

  it('has a lag of 0, not below, if the clock is set back before the settlement', async () => {
    await dueTrades(1);
    const back = transactions(async (make) => {
      const value = await make();
      world.clock.jump(-30_000);
      return value;
    });
    expect((await settle({}, back)).settled).toMatchObject([{ settledAtMs: START_MS + 31_000, lagMs: 0 }]);
  });

  it('is not reported before its transaction is committed', async () => {
    await dueTrades(1);
    const reported: TimedSettlement[] = [];
    const refused = transactions(() => Promise.reject(failure('08006')));
    await expect(
      settleDueTrades({ ...world.deps, ...refused }, (trades) => void reported.push(...trades)),
    ).rejects.toThrow('08006');
    expect(reported).toEqual([]);
  });
});

describe('the scope of a settlement', () => {
  it('leaves out the trades that the caller excludes', async () => {
    const [first = '', ...others] = (await dueTrades(3)).keys();
    expect((await settle({ except: [first] })).ids).toEqual(others.toSorted());
    expect((await settle({ except: [first] })).ids).toEqual([]);
    expect((await settle()).ids).toEqual([first]);
  });

  it('covers only the users of its shards, and checks the fencing token in the transaction', async () => {
    const owners = await dueTrades(6);
    const [own = ''] = owners.values();
    const shard = shardOf(own);
    const within = [...owners].flatMap(([id, userId]) => (shardOf(userId) === shard ? [id] : []));
    const seen: number[] = [];
    const fence = async (tx: Transaction) => {
      const counted = tx<[{ active: number }]>`SELECT count(*)::int AS active FROM trades WHERE status = 'active'`;
      const [row] = await counted.execute();
      seen.push(row.active);
    };
    expect((await settle({ owned: { shards: [shard], fence } })).ids).toEqual(within.toSorted());
    expect(seen, 'nothing is settled before the check').toEqual([6]);
    expect((await settle({ owned: { shards: [...SHARDS], fence } })).ids).toHaveLength(6 - within.length);
  });

  it('sends its statements together, after the check of the fencing token', async () => {
    await dueTrades(1);
    const sent: string[] = [];
    let fenced = (): void => undefined;
    const checked = new Promise<void>((resolve) => {
      fenced = resolve;
    });
    const recording = watchStatements((text) => {
      sent.push(text.trim().split(/\s+/u).slice(0, 2).join(' '));
      if (sent.length === 4) fenced();
    });
    const fence = async (tx: Transaction) => {
      await tx`SELECT 1`.execute();
      await checked;
    };
    expect((await settle({ owned: { shards: [...SHARDS], fence } }, recording)).ids).toHaveLength(1);
    expect(sent).toEqual(['SELECT 1', 'SELECT count(*)', 'SET LOCAL', 'WITH known']);
  });

  it('settles nothing if the fencing token is refused', async () => {
    await dueTrades(2);
    const lost = new Error('the lease is lost');
    const fence = () => Promise.reject(lost);
    await expect(settle({ owned: { shards: [...SHARDS], fence } })).rejects.toBe(lost);
    expect((await settle()).ids).toHaveLength(2);
  });
});

describe('a trade whose settlement the database refuses', () => {
  it.each([1, 2, 5])(
    'does not prevent the settlement of other trades: two refused trades among %d good trades',
    async (good) => {
      const ids = [...(await dueTrades(good + 2)).keys()].toSorted();
      const bad = [ids[0] ?? '', ids[good] ?? ''];
      for (const id of bad) await poison(id);
      const first = await settle();
      expect(first.stuck.map(({ id }) => id).toSorted()).toEqual(bad);
      expect(first.stuck.map(({ cause }) => cause)).toMatchObject([{ code: '23505' }, { code: '23505' }]);
      expect(first.ids).toEqual(ids.filter((id) => !bad.includes(id)));
      expect(await settle({ except: bad })).toEqual({ settled: [], ids: [], stuck: [] });
    },
  );

  it.each(['22003', '23514'])('is reported as stuck if the database refuses it with error code %s', async (code) => {
    const [id = ''] = (await dueTrades(1)).keys();
    const { stuck } = await settle(
      {},
      transactions(() => Promise.reject(failure(code))),
    );
    expect(stuck).toMatchObject([{ id, cause: { code } }]);
  });

  it.each(['08006', '25P02', '40001', '42723', 'CONNECTION_CLOSED'])(
    'is not reported as stuck if the database itself fails with %s',
    async (code) => {
      await dueTrades(2);
      let tries = 0;
      const refusing = transactions(() => {
        tries += 1;
        return Promise.reject(failure(code));
      });
      await expect(settle({}, refusing)).rejects.toMatchObject({ code });
      expect(tries, 'the batch is not split').toBe(1);
    },
  );

  it('is not reported as stuck if another process has settled the trade meanwhile', async () => {
    await dueTrades(1);
    const late = transactions(async (make) => {
      await make();
      throw failure('23505');
    });
    expect((await settle({}, late)).stuck).toEqual([]);
  });
});

describe('more trades than one transaction settles', () => {
  /**
   * Copies a due trade with its stake hold, `times` times for its user. Each copy expires `apartMs` before the last.
   */
  const copy = (id: string, times: number, apartMs = 0) =>
    withConnection(
      parseDatabaseUrl(database.ownerUrl),
      (sql) => sql`
        WITH copied AS (
          INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
                              stake_minor, payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time,
                              status, execution, created_at, last_seq)
          SELECT gen_random_uuid(), user_id, account_id, broker, account, mode, origin, symbol, source, direction, 1,
                 payout_bp, duration_min, entry_price, entry_tick_ms, entry_time,
                 expiry_time - n * ${apartMs}::int * interval '1 ms', status, execution, created_at, last_seq
          FROM trades, generate_series(1, ${times}::int) n WHERE id = ${id}
          RETURNING id, account_id, stake_minor, created_at)
        INSERT INTO ledger_transfers
          (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
        SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -stake_minor, stake_minor, created_at
        FROM copied`,
    );

  it('settle quickly, up to ten thousand in one transaction, also after a single one in the same session', async () => {
    await dueTrades(1);
    await settle();
    const [id = ''] = (await dueTrades(1)).keys();
    await copy(id, 9_999);
    expect((await settle({}, { settlesAtOnce: 1 })).ids).toHaveLength(10_000);
  });

  it('settle in pages if they expire at more moments than one page has, each trade once', async () => {
    const [id = ''] = (await dueTrades(1)).keys();
    const copies = DUE_GROUPS_MAX + 500;
    await copy(id, copies, 1);
    const { ids, stuck } = await settle();
    expect([ids.length, new Set(ids).size, stuck]).toEqual([copies + 1, copies + 1, []]);
  });

  it('stay due if their prices cannot be read, on every page', async () => {
    const [id = ''] = (await dueTrades(1)).keys();
    await copy(id, DUE_GROUPS_MAX, 1);
    world.market.isUnreachable = true;
    expect(await settle()).toEqual({ settled: [], ids: [], stuck: [] });
  });

  it('are split by users into equal batches, and each trade is settled once', async () => {
    const owners = await dueTrades(12);
    for (const id of owners.keys()) await copy(id, 870);
    const batches: (readonly TimedSettlement[])[] = [];
    await settleDueTrades({ ...world.deps, settlesAtOnce: 1 }, (trades) => void batches.push(trades));
    expect(new Set(batches.flat().map(({ id }) => id)).size).toBe(12 * 871);
    expect(batches).toHaveLength(2);
    const isInLowerHalf = ({ userId }: TimedSettlement) => userId < '80000000';
    expect(batches[0]?.every(isInLowerHalf)).toBe(true);
    expect(batches[1]?.some(isInLowerHalf)).toBe(false);
  });
});

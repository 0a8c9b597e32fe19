/**
 * Measures settlement in two ways.
 * - Under normal load, on the real clock: the time from the expiry of each trade to its settlement.
 * - With many expiries at the same time: 100,000 trades of 5,000 users on 25 assets expire together. The server settles
 * them on the embedded PostgreSQL until row, event, transfer and balance of each trade are committed. For comparison,
 * the same number is settled with one transaction per trade.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestApp } from '@vigia/server/testing';

const TRADES = 100_000;
const PEOPLE = 5_000;
const RUNS = 3;
const ONE_BY_ONE = 2_000;
const NORMAL_RATE_PER_S = 20;
const NORMAL_S = 30;
const PAYOUT_BP = 8_500;
const SEED_STEP = 10_000;

const app = await startTestApp();
const { sql } = app.db;
const { trading, markets } = app.features;
const market = markets.own;
const symbols = market.assets().map(({ symbol }) => symbol);

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >>> 1] ?? NaN;
const ms = (value: number): string => `${Math.round(value).toLocaleString('en')} ms`;
const rssMb = (): number => process.memoryUsage().rss / 2 ** 20;
const show = (name: string, text: string): void => console.log(name.padEnd(46), text);

async function settingOf(name: string): Promise<string> {
  const [row] = await sql<{ value: string }[]>`SELECT current_setting(${name}) AS value`;
  return `${name} ${row?.value}`;
}

async function addPeople(): Promise<void> {
  await app.db.transaction(async (tx) => {
    await tx`
      INSERT INTO auth_users (id, is_anonymous, created_at, updated_at)
      SELECT gen_random_uuid(), true, now(), now() FROM generate_series(1, ${PEOPLE})`;
    await tx`INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users`;
    await tx`INSERT INTO user_settings (user_id, updated_at) SELECT id, now() FROM users`;
    await tx`
      INSERT INTO accounts (id, user_id, broker, kind, created_at)
      SELECT gen_random_uuid(), id, 'mock', 'mock', now() FROM users`;
    await tx`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
      SELECT gen_random_uuid(), id, 'deposit', 'funding', 100000000, -100000000, now() FROM accounts`;
  });
}

/**
 * Inserts open trades with the rows that an order creates: the trade, four events and the held stake. Each trade
 * expires within `spreadMs` after `fromMs`.
 */
async function addTrades(count: number, fromMs: number, spreadMs: number): Promise<void> {
  const price = new Map(symbols.map((symbol) => [symbol, market.latest(symbol)?.price ?? 1]));
  const entryMs = Math.min(fromMs, Date.now()) - 60_000;
  for (let from = 0; from < count; from += SEED_STEP) {
    const to = Math.min(count, from + SEED_STEP);
    await sql`
      WITH placed AS (
        INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
          stake_minor,
                            payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time, status,
                              execution,
                            created_at, last_seq)
        SELECT uuidv7(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', s.symbol, ${market.source},
               CASE WHEN n % 2 = 0 THEN 'CALL' ELSE 'PUT' END, 100 + n % 900, ${PAYOUT_BP}, 1, s.price, ${entryMs},
               ${new Date(entryMs)},
                ${new Date(fromMs)}::timestamptz + (${spreadMs} * n / ${count}) * interval '1 ms', 'active',
               'confirmed', ${new Date(entryMs)}, 4
        FROM generate_series(${from}::int, ${to - 1}::int) n
        JOIN (SELECT id, user_id, row_number() OVER (ORDER BY id) - 1 AS place FROM accounts) a
          ON a.place = n % ${PEOPLE}::int
        JOIN unnest(${[...price.keys()]}::text[], ${[...price.values()]}::float8[]) WITH ORDINALITY AS s(symbol,
          price, place)
          ON s.place - 1 = (n / 7) % ${symbols.length}::int
        RETURNING id, account_id, stake_minor),
      published AS (
        INSERT INTO trade_events (trade_id, seq, at, kind, payload)
        SELECT id, seq, ${new Date(entryMs)}, 'open', '{"terms": {"symbol": "EURUSD", "direction": "CALL"}}'
        FROM placed, generate_series(1, 4) seq)
      INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
      SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -stake_minor, stake_minor, ${new Date(entryMs)} FROM placed`;
  }
}

/** Returns the counts of inconsistent rows by kind. After the settlement of all trades, all counts must be zero. */
async function faults(): Promise<Record<string, number>> {
  const [row] = await sql<[Record<string, number>]>`
    WITH booked AS (SELECT account_id, sum(user_cash_minor) AS cash, sum(user_hold_minor) AS held
                    FROM ledger_transfers GROUP BY account_id),
         ended AS (SELECT trade_id, count(*) AS times, sum(broker_pnl_minor) AS pnl FROM ledger_transfers
                   WHERE phase = 'settlement' GROUP BY trade_id),
         published AS (SELECT trade_id, count(*) AS times FROM trade_events WHERE kind = 'settle' GROUP BY trade_id)
    SELECT (SELECT count(*)::int FROM trades WHERE status = 'active') AS active,
           (SELECT count(*)::int FROM trades t LEFT JOIN ended e ON e.trade_id = t.id
            WHERE e.times IS DISTINCT FROM 1 OR e.pnl <> -t.profit_minor) AS "not settled exactly once",
           (SELECT count(*)::int FROM trades t LEFT JOIN published e ON e.trade_id = t.id
            WHERE e.times IS DISTINCT FROM 1)
             AS "not published exactly once",
           (SELECT count(*)::int FROM accounts a JOIN booked b ON b.account_id = a.id
            WHERE (a.cash_minor, a.held_minor) <> (b.cash, b.held) OR a.held_minor <> 0) AS "balances off"`;
  return row;
}

type Storm = { readonly settledMs: number; readonly toldMs: number; readonly stallMs: number; readonly peakMb: number };

/**
 * Measures the settlement of many trades.
 * @param spreadMs the time over which the expiries are spread; 0 if all trades expire at the same time, like trades
 * that were opened at a candle close
 */
async function storm(spreadMs: number): Promise<Storm> {
  await addTrades(TRADES, Math.floor(Date.now() / 1_000) * 1_000 - 2_000, spreadMs);
  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  let peakMb = rssMb();
  const watch = setInterval(() => (peakMb = Math.max(peakMb, rssMb())), 20);
  const startedMs = performance.now();
  await trading.settlement.start();
  const settledMs = performance.now() - startedMs;
  await trading.settlement.stop();
  const toldMs = performance.now() - startedMs;
  clearInterval(watch);
  delay.disable();
  return { settledMs, toldMs, stallMs: delay.max / 1e6, peakMb };
}

/** Settles trades in the simplest way, for comparison: reads, decides and writes each trade in its own transaction. */
async function oneByOne(): Promise<number> {
  await addTrades(ONE_BY_ONE, Date.now() - 2_000, 0);
  const due = await sql<{ id: string }[]>`SELECT id FROM trades WHERE status = 'active'`;
  const startedMs = performance.now();
  for (const { id } of due) {
    await app.db.transaction(async (tx) => {
      const [trade] = await tx<{ account_id: string; stake_minor: number }[]>`
        SELECT t.* FROM trades t WHERE id = ${id} AND status = 'active' FOR UPDATE`;
      const stake = Number(trade?.stake_minor);
      const now = new Date();
      await tx`UPDATE trades SET status = 'lost', profit_minor = ${-stake}, settled_at = ${now}, last_seq = 5 WHERE id = ${id}`;
      await tx`INSERT INTO trade_events (trade_id, seq, at, kind) VALUES (${id}, 5, ${now}, 'settle')`;
      await tx`
        INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_hold_minor, broker_pnl_minor,
          created_at)
        VALUES (gen_random_uuid(), ${trade?.account_id ?? null}, 'settle_loss', 'settlement', ${id}, ${-stake}, ${stake}, ${now})`;
    });
  }
  return (due.length * 1_000) / (performance.now() - startedMs);
}

type Buckets = readonly { readonly boundS: number; readonly count: number }[];

async function lagBuckets(): Promise<Buckets> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return [...text.matchAll(/^vigia_settlement_lag_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)].map(
    ([, bound, count]) => ({ boundS: bound === '+Inf' ? Infinity : Number(bound), count: Number(count) }),
  );
}

/**
 * Returns a quantile in milliseconds of the values that a histogram counted between two readings. Interpolates within
 * the bucket.
 */
function quantileMs(before: Buckets, after: Buckets, share: number): number {
  const counts = after.map(({ boundS, count }, index) => ({ boundS, count: count - (before[index]?.count ?? 0) }));
  const wanted = share * (counts.at(-1)?.count ?? 0);
  let [low, below] = [0, 0];
  for (const { boundS, count } of counts) {
    if (count >= wanted) return 1_000 * (low + ((boundS - low) * (wanted - below)) / Math.max(1, count - below));
    [low, below] = [boundS, count];
  }
  return Infinity;
}

async function normalLoad(): Promise<void> {
  await trading.settlement.start();
  const before = await lagBuckets();
  await addTrades(NORMAL_RATE_PER_S * NORMAL_S, Date.now() + 2_000, NORMAL_S * 1_000);
  await sleep((NORMAL_S + 4) * 1_000);
  const after = await lagBuckets();
  await trading.settlement.stop();
  const within = (boundS: number) => {
    const counted = (buckets: Buckets) => buckets.find((bucket) => bucket.boundS === boundS)?.count ?? 0;
    return counted(after) - counted(before);
  };
  const total = within(Infinity);
  const at = (share: number): string => ms(quantileMs(before, after, share));
  show(`normal load, ${NORMAL_RATE_PER_S}/s for ${NORMAL_S} s, real clock`, `${total} trades settled`);
  show('  after their expiry, p50 / p95 / p99', `${at(0.5)} / ${at(0.95)} / ${at(0.99)}`);
  show('  within 250 ms', `${((100 * within(0.25)) / total).toFixed(1)} %`);
}

try {
  console.log(
    `${await settingOf('fsync')}, ${await settingOf('synchronous_commit')}, ${await settingOf('server_version')}, node ${process.version}`,
  );
  await trading.settlement.stop();
  await addPeople();
  await normalLoad();
  const rate = await oneByOne();
  const storms: Storm[] = [];
  for (let run = 0; run < RUNS; run += 1) storms.push(await storm(0));
  const spread = await storm(999);
  const settledMs = median(storms.map((one) => one.settledMs));
  show(
    `${TRADES.toLocaleString('en')} trades of ${PEOPLE.toLocaleString('en')} people, median of ${RUNS}`,
    ms(settledMs),
  );
  show('  the runs', storms.map((one) => ms(one.settledMs)).join(', '));
  show('  a second', Math.round((TRADES * 1_000) / settledMs).toLocaleString('en'));
  show('one transaction a trade, a second', Math.round(rate).toLocaleString('en'));
  show('  the storm is faster by', `${((TRADES * 1_000) / settledMs / rate).toFixed(1)}×`);
  show('the same, expiries spread over the second', ms(spread.settledMs));
  show('published to every user after', ms(median(storms.map((one) => one.toldMs))));
  show('longest stall of the event loop', ms(Math.max(...storms.map((one) => one.stallMs))));
  show('memory of the server, highest', `${Math.round(Math.max(...storms.map((one) => one.peakMb)))} MB`);
  show('faults', JSON.stringify(await faults()));
} finally {
  await app.stop();
}

/**
 * Measures what notifications add to settlements: 1,000 users have 20 trades each that expire within one minute. The
 * minutes alternate: without notifications (the trigger on trades is off), with stored notifications that are not
 * sent, and with sent ones, where every user has a subscribed browser and gets mails. All run in the same
 * process against the same database.
 *
 * A delay runs from the expiry of a trade to the commit of its settlement, by the clock of PostgreSQL
 * (`track_commit_timestamp`). The push service runs in another process, and mails go to the local mailbox.
 *
 * `REACH_BENCH_PEOPLE`, `REACH_BENCH_SECONDS` and `REACH_BENCH_ROUNDS` change the load.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  FakeBrowser,
  openDatabase,
  PushReceiver,
  parseDatabaseUrl,
  startTestApp,
  startTestPostgres,
} from '@vigia/server/testing';

const PEOPLE = Number(process.env['REACH_BENCH_PEOPLE'] ?? 1_000);
const EVENTS = 20;
const SECONDS = Number(process.env['REACH_BENCH_SECONDS'] ?? 60);
const ROUNDS = Number(process.env['REACH_BENCH_ROUNDS'] ?? 2);
/** Time after a minute in which its last trades are settled. */
const AFTER_S = 5;
/** Longest time until all messages of a minute are sent. Those of a burst wait for a minute by rule. */
const SENT_MOST_S = 240;
const LEAD_MS = 3_000;

/** The sides of the comparison. */
const KINDS = ['without', 'stored', 'sent'] as const;
type Kind = (typeof KINDS)[number];
/** Delays of settlements in milliseconds, in ascending order. */
type Delays = readonly number[];

const show = (name: string, text: string): void => console.log(name.padEnd(46), text);
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const PARTS = [0.5, 0.9, 0.99] as const;
const quantile = (delays: Delays, part: number): number => delays[Math.floor(delays.length * part)] ?? NaN;
const quantiles = (delays: Delays): string =>
  [...PARTS.map((part) => `p${part * 100} ${ms(quantile(delays, part))}`), `longest ${ms(delays.at(-1) ?? NaN)}`].join(
    ', ',
  );

/** The push service, in its own process. It answers the number of messages that it took. */
async function receive(): Promise<void> {
  const receiver = await PushReceiver.start();
  process.on('message', () => process.send?.(receiver.received.length));
  process.send?.(receiver.endpoint(''));
}

/** Starts the push service. Returns its address, and a function that asks for the number of its messages. */
async function startReceiver() {
  const child = fork(fileURLToPath(import.meta.url), [], { env: { ...process.env, REACH_BENCH_RECEIVER: '1' } });
  const answer = (): Promise<unknown> => new Promise((resolve) => child.once('message', resolve));
  const endpoint = String(await answer());
  const count = async (): Promise<number> => {
    child.send('count');
    return Number(await answer());
  };
  return { endpoint, count, stop: () => child.kill() };
}

const folder = mkdtempSync(join(tmpdir(), 'vigia-reach-bench-'));

async function measure(): Promise<void> {
  const postgres = await startTestPostgres(folder, ['track_commit_timestamp=on']);
  const owner = openDatabase(parseDatabaseUrl(postgres.ownerUrl), { poolSize: 1 });
  const push = await startReceiver();
  const app = await startTestApp({ databaseUrl: postgres.ownerUrl, pushReachesLoopback: true });
  const { sql } = owner;
  const market = app.features.markets.own;
  // At the weekend some markets are closed, and their trades wait.
  const symbols = market
    .assets()
    .map(({ symbol }) => symbol)
    .filter((symbol) => market.condition(symbol).state === 'live');
  const own = new FakeBrowser().subscription(push.endpoint).keys;

  async function addPeople(): Promise<void> {
    await sql`
      INSERT INTO auth_users (id, is_anonymous, email, email_confirmed_at, created_at, updated_at)
      SELECT id, false, id || '@example.com', now(), now(), now()
      FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, ${PEOPLE}::int)) p`;
    await sql`INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users`;
    await sql`
      INSERT INTO user_settings (user_id, email_topics, updated_at) SELECT id, '{settled}', now() FROM users`;
    await sql`
      INSERT INTO accounts (id, user_id, broker, kind, created_at)
      SELECT gen_random_uuid(), id, 'mock', 'mock', now() FROM users`;
    await sql`
      INSERT INTO ledger_transfers (id, account_id, kind, phase, user_cash_minor, equity_minor, created_at)
      SELECT gen_random_uuid(), id, 'deposit', 'funding', 100000000, -100000000, now() FROM accounts`;
    await sql`
      INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, topics,
                                      created_at)
      SELECT gen_random_uuid(), id, gen_random_uuid(), address, sha256(convert_to(address, 'UTF8')), ${own.p256dh},
             ${own.auth}, '{settled}', now()
      FROM users, LATERAL (SELECT ${push.endpoint}::text || id AS address) a`;
  }

  /** Inserts open trades that expire evenly within the measured time, the trades of a user one after another. */
  async function addTrades(fromMs: number): Promise<void> {
    const price = new Map(symbols.map((symbol) => [symbol, market.latest(symbol)?.price ?? 1]));
    const entryMs = Date.now() - 60_000;
    await sql`
      WITH placed AS (
        INSERT INTO trades (id, user_id, account_id, broker, account, mode, origin, symbol, source, direction,
                            stake_minor, payout_bp, duration_min, entry_price, entry_tick_ms, entry_time, expiry_time,
                            status, execution, created_at, last_seq)
        SELECT uuidv7(), a.user_id, a.id, 'mock', 'mock', 'mock', 'manual', s.symbol, ${market.source},
               CASE WHEN n % 2 = 0 THEN 'CALL' ELSE 'PUT' END, 100 + n % 900, 8500, 1, s.price, ${entryMs},
               ${new Date(entryMs)},
               ${new Date(fromMs)}::timestamptz
                 + (${SECONDS * 1_000} * n::float8 / ${PEOPLE * EVENTS}) * interval '1 ms',
               'active', 'confirmed', ${new Date(entryMs)}, 4
        FROM generate_series(0, ${PEOPLE * EVENTS - 1}::int) n
        JOIN (SELECT id, user_id, row_number() OVER (ORDER BY id) - 1 AS place FROM accounts) a
          ON a.place = n % ${PEOPLE}::int
        JOIN unnest(${[...price.keys()]}::text[], ${[...price.values()]}::float8[])
          WITH ORDINALITY AS s(symbol, price, place) ON s.place - 1 = (n / 7) % ${symbols.length}::int
        RETURNING id, account_id, stake_minor),
      published AS (
        INSERT INTO trade_events (trade_id, seq, at, kind, payload)
        SELECT id, seq, ${new Date(entryMs)}, 'open', '{"terms": {"symbol": "EURUSD", "direction": "CALL"}}'
        FROM placed, generate_series(1, 4) seq)
      INSERT INTO ledger_transfers (id, account_id, kind, phase, trade_id, user_cash_minor, user_hold_minor, created_at)
      SELECT gen_random_uuid(), account_id, 'stake_hold', 'hold', id, -stake_minor, stake_minor, ${new Date(entryMs)}
      FROM placed`;
    await sql`ANALYZE trades`;
  }

  async function minute(kind: Kind): Promise<Delays> {
    await sql.unsafe(`ALTER TABLE trades ${kind === 'without' ? 'DISABLE' : 'ENABLE'} TRIGGER trades_notify`);
    const topics = kind === 'sent' ? ['settled'] : ['security'];
    await sql`UPDATE user_settings SET email_topics = ${topics}`;
    await sql`UPDATE push_subscriptions SET topics = ${topics}`;
    const fromMs = Date.now() + LEAD_MS;
    await addTrades(fromMs);
    const lateMs = Date.now() - fromMs;
    if (lateMs > 0) throw new Error(`the trades were inserted ${lateMs} ms too late: set a longer lead`);
    await sleep(fromMs - Date.now() + (SECONDS + AFTER_S) * 1_000);
    const rows = await sql<{ delayMs: number }[]>`
      SELECT 1000 * extract(epoch FROM pg_xact_commit_timestamp(xmin) - expiry_time)::float8 AS "delayMs" FROM trades
      WHERE status <> 'active' AND expiry_time >= ${new Date(fromMs)} ORDER BY 1`;
    const delays = rows.map(({ delayMs }) => delayMs);
    show(`notifications ${kind}, ${delays.length} settlements`, quantiles(delays));
    await emptyOutbox(fromMs + SECONDS * 1_000);
    return delays;
  }

  /** Waits until all messages are sent, so that they do not disturb the next minute. */
  async function emptyOutbox(endMs: number): Promise<void> {
    for (;;) {
      const [{ waiting }] = await sql<[{ waiting: number }]>`
        SELECT (SELECT count(*)::int FROM notification_outbox WHERE state = 'waiting')
             + (SELECT count(*)::int FROM mail_outbox WHERE state = 'waiting') AS waiting`;
      const afterS = (Date.now() - endMs) / 1_000;
      if (waiting === 0) return show('all messages sent', `${afterS.toFixed(0)} s after the last expiry`);
      if (afterS > SENT_MOST_S) throw new Error(`${waiting} messages wait ${afterS.toFixed(0)} s after the minute`);
      await sleep(1_000);
    }
  }

  try {
    const [fsync] = await sql<[{ text: string }]>`
      SELECT 'fsync ' || current_setting('fsync') || ', synchronous_commit ' || current_setting('synchronous_commit') AS text`;
    show(`${PEOPLE} users × ${EVENTS} events in ${SECONDS} s`, `${fsync.text}, node ${process.version}`);
    await addPeople();
    const found = new Map<Kind, Delays>();
    for (let round = 0; round < ROUNDS; round += 1)
      // The order alternates, so that a growing database disturbs no side more.
      for (const kind of round % 2 === 0 ? KINDS : KINDS.toReversed())
        found.set(
          kind,
          [...(found.get(kind) ?? []), ...(await minute(kind))].toSorted((a, b) => a - b),
        );
    for (const [kind, delays] of found) show(`all rounds: notifications ${kind}`, quantiles(delays));
    for (const kind of ['stored', 'sent'] as const) {
      const added = (part: number) =>
        quantile(found.get(kind) ?? [], part) - quantile(found.get('without') ?? [], part);
      show(`all rounds: added by ${kind} ones`, PARTS.map((part) => `p${part * 100} ${ms(added(part))}`).join(', '));
    }
    const [counts] = await sql<[{ notifications: number; sent: number; waiting: number; mails: number }]>`
      SELECT (SELECT count(*)::int FROM notifications) AS notifications,
             (SELECT count(DISTINCT message_id)::int FROM notification_outbox WHERE state = 'sent' AND channel = 'push')
               AS sent,
             (SELECT count(*)::int FROM notification_outbox WHERE state = 'waiting') AS waiting,
             (SELECT count(*)::int FROM mail_outbox) AS mails`;
    show('notifications / waiting in the outbox', `${counts.notifications} / ${counts.waiting}`);
    show('push messages sent / received', `${counts.sent} / ${await push.count()}`);
    show('mails', String(counts.mails));
  } finally {
    push.stop();
    await app.stop();
    await owner.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.env['REACH_BENCH_RECEIVER'] === undefined) await measure();
else await receive();

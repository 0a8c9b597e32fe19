import { setTimeout as sleep } from 'node:timers/promises';
import type { CandleView } from '@vigia/contract';
import type { Sql } from '@vigia/server/testing';
import { type Finding, findings } from '@vigia/testkit/invariants';
import type { LiveSocket } from './live-socket.ts';

const MINUTE_S = 60;
const STORE_POLL_MS = 100;
const STORE_TRIES = 50;

type StoredCandle = Omit<CandleView, 'closed'> & { readonly symbol: string };
type StoredTrade = { readonly id: string; readonly user_id: string; readonly status: string };

/** The rows of the database with which the check compares the events of the sockets. */
type Stored = {
  readonly candles: ReadonlyMap<string, StoredCandle>;
  readonly trades: readonly StoredTrade[];
  readonly accounts: ReadonlyMap<string, string>;
  /** The strategy and time of each signal, by id. */
  readonly signals: ReadonlyMap<string, string>;
};

/**
 * Checks the data that each socket has received: every 1-minute candle since its first connection, the end of each
 * trade of its user, and no data of other users.
 */
export async function socketFindings(sql: Sql, sockets: readonly LiveSocket[]): Promise<readonly Finding[]> {
  const known = sockets.map(({ minutes }) => new Map([...minutes].map(([symbol, of]) => [symbol, new Map(of)])));
  await minuteIsStored(
    sql,
    Math.max(0, ...known.flatMap((minutes) => [...minutes.values()].flatMap((of) => [...of.keys()]))),
  );
  const stored = await readStored(sql);
  return sockets.flatMap((socket, index) => [
    ...findings(
      'I6',
      minuteFaults(known[index] ?? new Map(), stored).map((what) => `socket ${index} ${what}`),
    ),
    ...findings(
      'I2',
      tradeFaults(socket, stored).map((what) => `socket ${index} ${what}`),
    ),
    ...findings(
      'I10',
      foreignFaults(socket, stored).map((what) => `socket ${index} ${what}`),
    ),
    ...findings(
      'I6',
      signalFaults(socket, stored).map((what) => `socket ${index} ${what}`),
    ),
  ]);
}

/**
 * Waits until the candle of this minute is stored for every symbol. A candle is published up to a second before it is
 * stored.
 */
async function minuteIsStored(sql: Sql, newest: number): Promise<void> {
  for (let tries = 0; tries < STORE_TRIES; tries += 1) {
    const [row] = await sql<{ time: number | null }[]>`
      SELECT min(time) AS time FROM (
        SELECT max(time)::float8 AS time FROM candles_1m WHERE source = 'simulated' GROUP BY symbol) of_symbol`;
    if ((row?.time ?? 0) >= newest) return;
    await sleep(STORE_POLL_MS);
  }
}

async function readStored(sql: Sql): Promise<Stored> {
  const candles = await sql<StoredCandle[]>`
    SELECT symbol, time::float8 AS time, open, high, low, close FROM candles_1m WHERE source = 'simulated'`;
  const trades = await sql<StoredTrade[]>`SELECT id, user_id, status FROM trades`;
  const accounts = await sql<{ id: string; user_id: string }[]>`SELECT id, user_id FROM accounts`;
  const signals = await sql<{ id: string; strategy_id: string; entry_ms: number }[]>`
    SELECT id, strategy_id, entry_time_ms::float8 AS entry_ms FROM strategy_signals`;
  return {
    candles: new Map(candles.map((candle) => [`${candle.symbol} ${candle.time}`, candle])),
    trades,
    accounts: new Map(accounts.map(({ id, user_id }) => [id, user_id])),
    signals: new Map(
      signals.map(({ id, strategy_id, entry_ms }) => [id, `${strategy_id} ${new Date(entry_ms).toISOString()}`]),
    ),
  };
}

function minuteFaults(minutes: LiveSocket['minutes'], { candles }: Stored): readonly string[] {
  return [...minutes].flatMap(([symbol, known]) => {
    const times = [...known.keys()].toSorted((a, b) => a - b);
    const missing = times.filter((time, index) => index > 0 && times[index - 1] !== time - MINUTE_S);
    const other = [...known.values()].filter((candle) => !isSame(candle, candles.get(`${symbol} ${candle.time}`)));
    return [
      ...missing.map((time) => `misses the minutes of ${symbol} before ${time}`),
      ...other.map(({ time }) => `received another minute ${time} of ${symbol} than is stored`),
    ];
  });
}

const isSame = (received: CandleView, stored: StoredCandle | undefined): boolean =>
  stored !== undefined &&
  received.open === stored.open &&
  received.high === stored.high &&
  received.low === stored.low &&
  received.close === stored.close;

/**
 * Returns the ended trades that a socket's client has not received. The client must have received each of them as an
 * event, or fetched it after a disconnection.
 */
function tradeFaults({ person, trades }: LiveSocket, stored: Stored): readonly string[] {
  return stored.trades
    .filter(({ user_id, status }) => user_id === person.userId && status !== 'active')
    .filter(({ id, status }) => trades.get(id)?.status !== status)
    .map(({ id, status }) => `knows trade ${id}, which is ${status}, as ${trades.get(id)?.status ?? 'nothing'}`);
}

function foreignFaults({ person, trades, accounts }: LiveSocket, stored: Stored): readonly string[] {
  const own = new Set(stored.trades.filter(({ user_id }) => user_id === person.userId).map(({ id }) => id));
  return [
    ...[...trades.keys()].filter((id) => !own.has(id)).map((id) => `of ${person.userId} received trade ${id}`),
    ...[...accounts]
      .filter((id) => stored.accounts.get(id) !== person.userId)
      .map((id) => `of ${person.userId} received account ${id}`),
  ];
}

/** Returns the received signals that differ from the stored ones. The database has one signal per strategy and time. */
function signalFaults({ signals }: LiveSocket, stored: Stored): readonly string[] {
  return [...signals]
    .filter(([id, what]) => stored.signals.get(id) !== what)
    .map(([id, what]) => `received signal ${id} (${what}), which is stored as ${stored.signals.get(id) ?? 'none'}`);
}

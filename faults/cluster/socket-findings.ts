import type { CandleView } from '@vigia/contract';
import { type Finding, findings } from '@vigia/testkit/invariants';
import type postgres from 'postgres';
import type { LiveSocket } from './live-socket.ts';

const MINUTE_S = 60;

type StoredCandle = Omit<CandleView, 'closed'> & { readonly symbol: string };
type StoredTrade = { readonly id: string; readonly user_id: string; readonly status: string };

/** What the database holds that sockets are held against. */
type Stored = {
  readonly candles: ReadonlyMap<string, StoredCandle>;
  readonly trades: readonly StoredTrade[];
  readonly accounts: ReadonlyMap<string, string>;
  /** By signal: the strategy and the moment. */
  readonly signals: ReadonlyMap<string, string>;
};

/** Every socket knows every minute since it first opened and the end of each trade of its person, and nothing of anybody else's. */
export async function socketFindings(sql: postgres.Sql, sockets: readonly LiveSocket[]): Promise<readonly Finding[]> {
  const stored = await readStored(sql);
  return sockets.flatMap((socket, index) => [
    ...findings(
      'I6',
      minuteFaults(socket, stored).map((what) => `socket ${index} ${what}`),
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

async function readStored(sql: postgres.Sql): Promise<Stored> {
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

function minuteFaults({ minutes }: LiveSocket, { candles }: Stored): readonly string[] {
  return [...minutes].flatMap(([symbol, known]) => {
    const times = [...known.keys()].toSorted((a, b) => a - b);
    const missing = times.filter((time, index) => index > 0 && times[index - 1] !== time - MINUTE_S);
    const other = [...known.values()].filter((candle) => !isSame(candle, candles.get(`${symbol} ${candle.time}`)));
    return [
      ...missing.map((time) => `misses the minutes of ${symbol} before ${time}`),
      ...other.map(({ time }) => `was told another minute ${time} of ${symbol} than is stored`),
    ];
  });
}

const isSame = (told: CandleView, stored: StoredCandle | undefined): boolean =>
  stored !== undefined &&
  told.open === stored.open &&
  told.high === stored.high &&
  told.low === stored.low &&
  told.close === stored.close;

/** Of what has ended all of it: by being told, or by reading after a break. */
function tradeFaults({ person, trades }: LiveSocket, stored: Stored): readonly string[] {
  return stored.trades
    .filter(({ user_id, status }) => user_id === person.userId && status !== 'active')
    .filter(({ id, status }) => trades.get(id)?.status !== status)
    .map(({ id, status }) => `knows trade ${id}, which is ${status}, as ${trades.get(id)?.status ?? 'nothing'}`);
}

function foreignFaults({ person, trades, accounts }: LiveSocket, stored: Stored): readonly string[] {
  const own = new Set(stored.trades.filter(({ user_id }) => user_id === person.userId).map(({ id }) => id));
  return [
    ...[...trades.keys()].filter((id) => !own.has(id)).map((id) => `of ${person.userId} was told of trade ${id}`),
    ...[...accounts]
      .filter((id) => stored.accounts.get(id) !== person.userId)
      .map((id) => `of ${person.userId} was told of account ${id}`),
  ];
}

/** What was told as a signal is stored as that signal: one a strategy and moment, by the database's own key. */
function signalFaults({ signals }: LiveSocket, stored: Stored): readonly string[] {
  return [...signals]
    .filter(([id, what]) => stored.signals.get(id) !== what)
    .map(([id, what]) => `was told of signal ${id} (${what}), which is stored as ${stored.signals.get(id) ?? 'none'}`);
}

/**
 * Measures the engine with 20,000 active automations on 25 assets and 7 timeframes, nearly all with different rules.
 * Half of them are setups, half are strategies of every type (`ENGINE_BENCH_STRATEGIES=0` for setups only).
 * - First figure: every asset closes a candle in every timeframe at the same time. How long does it take until all
 * findings are stored in their hash chains, committed in the embedded PostgreSQL and published (SIGNALS_SEALED,
 * SIGNAL_CHANGED, SEQUENCE_FOUND)?
 * - Further figures: the memory of the engine, and how long the engine takes to start with these automations, from
 * history and from the saved state of setups.
 * The whole server process uses one CPU core (all of its threads, if the program `taskset` exists). PostgreSQL is a
 * separate process.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { CANDLE_BASED_TYPES, type CandleBasedType } from '@vigia/core/strategy-definitions';
import { TIMEFRAME_SECONDS, TIMEFRAMES, type Timeframe } from '@vigia/core/vocabulary';
import { createTestEngines, flushToDisk, startTestApp, type TestEngines } from '@vigia/server/testing';
import { SeededRng } from '@vigia/testkit';

const AUTOMATIONS = Number(process.env['ENGINE_BENCH_AUTOMATIONS'] ?? 20_000);
const STRATEGIES = Number(process.env['ENGINE_BENCH_STRATEGIES'] ?? AUTOMATIONS / 2);
const SETUPS = AUTOMATIONS - STRATEGIES;
const PEOPLE = 400;
const WARM_UP_ROUNDS = 20;
const ROUNDS = 40;
/** Time between two candle closes in milliseconds. In production it is at least a minute. */
const PAUSE_MS = 250;
const SEED = 20_261_121;
const LIMIT_MS = 200;
const MEMORY_LIMIT_MB = 600;

const rng = new SeededRng(SEED);
const between = (low: number, high: number): number => low + (high - low) * rng.next();
const whole = (low: number, high: number): number => Math.floor(between(low, high + 1));
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(rng.next() * items.length)] as Item;
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
const show = (name: string, text: string): void => console.log(name.padEnd(58), text);
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const rssMb = (): number => process.memoryUsage().rss / 2 ** 20;
/** Returns the size of the used heap as text; empty unless the bench runs with --expose-gc. */
const aliveMb = (): string => {
  if (globalThis.gc === undefined) return '';
  globalThis.gc();
  return `, alive in the heap ${Math.round(process.memoryUsage().heapUsed / 2 ** 20)} MB`;
};

const ENTRY_POINTS = ['zona_ancha', 'zona_fina', 'zona_ancha_fifty', 'punto_optimo', 'ruptura'];
const FILTERS = [
  () => ({ filter: 'trend', period: whole(20, 200), side: oneOf(['with', 'against']) }),
  () => ({ filter: 'rsi', period: whole(5, 21), callMax: whole(35, 60), putMin: whole(40, 65) }),
  () => ({ filter: 'volatility', minAtrPct: 0 }),
  () => ({ filter: 'payout', min: 0.7 }),
  () => ({ filter: 'hours', from: '00:00', to: oneOf(['23:59', '20:00']) }),
];

/** Returns a realistic setup: the defaults of docs/spec/pcr.md §8 with small variations, so that all setups differ. */
const definition = (timeframe: string) => ({
  timeframe,
  patterns: {
    minLength: oneOf([2, 3, 3, 3, 4]),
    maxLength: whole(7, 11),
    minStrong: oneOf([1, 2, 2, 2, 3]),
    strongBodyRatio: rounded(between(0.5, 0.7)),
    strongBodyAtr: rounded(between(0.4, 0.6)),
    minRangeAtr: rounded(between(1, 2)),
    minEfficiency: rounded(between(0.4, 0.6)),
    breakRatio: rounded(between(0.3, 0.7)),
    requiredCriteria: oneOf([4, 5, 5, 5]),
    dojiPolicy: oneOf(['break', 'break', 'skip']),
    zone: {
      maxAgeCandles: whole(15, 45),
      maxSignalsPerZone: oneOf([1, 1, 1, 2]),
      maxEntryAtr: rounded(between(0.5, 1.5)),
    },
  },
  filters: FILTERS.filter(() => rng.next() < 0.3).map((make) => make()),
  entryPoints: ENTRY_POINTS.filter((name) => name === 'zona_fina' || rng.next() < 0.1),
  trigger: rng.next() < 0.9 ? 'close' : 'touch',
  expiry: whole(1, 30),
});

const oscillator = () => ({ oversold: whole(20, 35), overbought: whole(65, 80) });
const averages = () => ({ fast: whole(5, 20), slow: whole(21, 60) });
const number = (value: number) => ({ of: 'number', value });

/** Realistic parameters of each strategy type, with small variations. Missing parameters get their defaults. */
const PARAMETERS: Readonly<Record<CandleBasedType, () => object>> = {
  rsi: () => ({ rsi_period: whole(5, 28), ...oscillator() }),
  macd: () => ({ ...averages(), signal: whole(5, 12) }),
  bollinger: () => ({ period: whole(10, 30), std_dev: rounded(between(1.5, 2.5)) }),
  moving_average: () => ({ ...averages(), ma_type: oneOf(['ema', 'sma']) }),
  stochastic: () => ({ k_period: whole(5, 21), k_smoothing: whole(1, 5), ...oscillator() }),
  engulfing: () => ({ body_ratio: rounded(between(1, 2)), trend_candles: whole(0, 10) }),
  custom: () => {
    const [rsi, ema] = [
      { of: 'rsi', period: whole(5, 21) },
      { of: 'ema', period: whole(50, 200) },
    ];
    const price = { of: 'price' };
    const side = (tests: readonly [string, string], level: number) => ({
      conditions: [
        { test: tests[0], left: rsi, right: number(level) },
        { test: tests[1], left: price, right: ema },
      ],
    });
    return { call: side(['below', 'above'], whole(30, 45)), put: side(['above', 'below'], whole(55, 70)) };
  },
};

/**
 * Limits this process to one CPU core. Call it after the start of PostgreSQL, because child processes inherit the
 * limit.
 */
function takeOneCore(): string {
  try {
    execFileSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)], { stdio: 'ignore' });
    return 'one for the whole server, PostgreSQL where it likes';
  } catch {
    return 'NOT limited: there is no taskset here';
  }
}

const app = await startTestApp();
show('cores', takeOneCore());
const { sql } = app.db;
const market = app.features.markets.own;
const symbols = market.assets().map(({ symbol }) => symbol);

async function addUsers(): Promise<void> {
  await sql`
    INSERT INTO auth_users (id, is_anonymous, created_at, updated_at)
    SELECT gen_random_uuid(), true, now(), now() FROM generate_series(1, ${PEOPLE})`;
  await sql`INSERT INTO users (id, created_at, updated_at) SELECT id, now(), now() FROM auth_users`;
}

const anchor = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400;

/** Spreads automations over all assets and timeframes. */
const places = <Rules extends object>(count: number, rulesAt: (timeframe: Timeframe, index: number) => Rules) =>
  Array.from({ length: count }, (_, index) => {
    const timeframe = TIMEFRAMES[index % TIMEFRAMES.length] ?? '1m';
    const asset = symbols[Math.floor(index / TIMEFRAMES.length) % symbols.length] ?? 'EURUSD';
    return { asset, timeframe, ...rulesAt(timeframe, index) };
  });

async function addStrategies(): Promise<number> {
  const rules = places(STRATEGIES, (_timeframe, index) => {
    const type = CANDLE_BASED_TYPES[index % CANDLE_BASED_TYPES.length] ?? 'rsi';
    return { type, text: JSON.stringify(PARAMETERS[type]()) };
  });
  await sql`
    INSERT INTO strategies (id, user_id, name, type, asset, timeframe, parameters, status, auto_trade, anchor_time,
      live_since, created_at, updated_at)
    SELECT gen_random_uuid(), u.id, 'Estrategia ' || t.n, t.type, t.asset, t.timeframe, t.parameters::jsonb, 'active',
      false, ${anchor}, now(), now(), now()
    FROM unnest(${rules.map(({ type }) => type)}::text[], ${rules.map(({ asset }) => asset)}::text[],
                ${rules.map(({ timeframe }) => timeframe)}::text[], ${rules.map(({ text }) => text)}::text[])
      WITH ORDINALITY AS t (type, asset, timeframe, parameters, n)
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) u ON u.place = 1 + t.n % ${PEOPLE}`;
  await sql`
    INSERT INTO strategy_versions (strategy_id, version, type, asset, timeframe, parameters, anchor_time, live_since,
      created_at)
    SELECT id, version, type, asset, timeframe, parameters, anchor_time, live_since, created_at FROM strategies
    ON CONFLICT DO NOTHING`;
  return new Set(rules.map(({ asset, timeframe, text }) => `${asset} ${timeframe} ${text}`)).size;
}

async function addSetups(): Promise<number> {
  const rules = places(SETUPS, (timeframe) => ({ text: JSON.stringify(definition(timeframe)) }));
  await sql`
    INSERT INTO pcr_setups (id, user_id, name, asset, timeframe, is_active, definition, anchor_time, live_since,
      created_at, updated_at)
    SELECT gen_random_uuid(), u.id, 'Setup ' || t.n, t.asset, t.timeframe, true, t.definition::jsonb, ${anchor},
      now(), now(), now()
    FROM unnest(${rules.map(({ asset }) => asset)}::text[], ${rules.map(({ timeframe }) => timeframe)}::text[],
                ${rules.map(({ text }) => text)}::text[]) WITH ORDINALITY AS t (asset, timeframe, definition, n)
    JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) u ON u.place = 1 + t.n % ${PEOPLE}`;
  await sql`
    INSERT INTO pcr_setup_versions (setup_id, version, asset, timeframe, definition, anchor_time, live_since,
      created_at)
    SELECT id, version, asset, timeframe, definition, anchor_time, live_since, created_at FROM pcr_setups
    ON CONFLICT DO NOTHING`;
  return new Set(rules.map(({ asset, text }) => `${asset} ${text}`)).size;
}

const startSeconds = Date.now() / 1_000;
const streams = symbols.flatMap((symbol) =>
  TIMEFRAMES.map((timeframe) => ({ symbol, timeframe, price: market.latest(symbol)?.price ?? 1 })),
);

/** Closes a candle of every asset in every timeframe at the same time. */
function closeAll(rig: TestEngines, round: number): void {
  for (const stream of streams) {
    const seconds = TIMEFRAME_SECONDS[stream.timeframe];
    const step = stream.price * 0.000_2 * Math.sqrt(seconds / 60);
    const open = stream.price;
    const close = open + step * (rng.next() + rng.next() + rng.next() - 1.5) * 2;
    const high = Math.max(open, close) + step * rng.next();
    const low = Math.min(open, close) - step * rng.next();
    const time = Math.floor(startSeconds / seconds) * seconds + round * seconds;
    stream.price = close;
    rig.closeCandle(stream.symbol, stream.timeframe, { time, open, high, low, close });
  }
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? NaN;

async function rounds(rig: TestEngines): Promise<void> {
  const evaluated: number[] = [];
  const published: number[] = [];
  const settled: number[] = [];
  const signals: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    const before = { ...rig.published };
    const startedMs = performance.now();
    closeAll(rig, round);
    const evaluatedMs = performance.now() - startedMs;
    await rig.drained();
    const publishedMs = Math.max(evaluatedMs, rig.published.lastMs - startedMs);
    const settledMs = performance.now() - startedMs;
    await sleep(PAUSE_MS);
    if (round < WARM_UP_ROUNDS) continue;
    evaluated.push(evaluatedMs);
    published.push(publishedMs);
    settled.push(settledMs);
    signals.push(rig.published.sealed - before.sealed);
  }
  const total = signals.reduce((sum, count) => sum + count, 0);
  show(
    `a close of all ${streams.length} streams, evaluated: p50 / p95 / max`,
    [0.5, 0.95, 1].map((share) => ms(quantile(evaluated, share))).join(' / '),
  );
  show('  and published: p50 / p95 / max', [0.5, 0.95, 1].map((share) => ms(quantile(published, share))).join(' / '));
  show(
    '  and the outcomes it decided written and published',
    [0.5, 0.95, 1].map((share) => ms(quantile(settled, share))).join(' / '),
  );
  show(
    '  signals a close: mean / max',
    `${Math.round(total / ROUNDS)} / ${Math.max(...signals)}, ${((100 * total) / ROUNDS / AUTOMATIONS).toFixed(2)} % of the automations`,
  );
  show('  sequences published a close: mean', `${Math.round(rig.published.sequences / (WARM_UP_ROUNDS + ROUNDS))}`);
  show(`  limit ${LIMIT_MS} ms, median`, quantile(published, 0.5) < LIMIT_MS ? 'met' : 'NOT MET');
}

async function startOf(rig: TestEngines, name: string): Promise<void> {
  const startedMs = performance.now();
  await rig.start();
  show(name, `${((performance.now() - startedMs) / 1_000).toFixed(2)} s`);
}

try {
  await app.features.pcr.stop();
  await app.features.strategies.stop();
  await addUsers();
  const distinct = (await addSetups()) + (await addStrategies());
  await flushToDisk(app.dataFolder);
  show('setups and strategies', `${SETUPS.toLocaleString('en')} and ${STRATEGIES.toLocaleString('en')}`);
  show('  distinct rules', distinct.toLocaleString('en'));
  show('memory of the server before', `${Math.round(rssMb())} MB`);
  const rig = createTestEngines(app);
  await startOf(rig, 'start from a day of history');
  show('memory with all automations running', `${Math.round(rssMb())} MB${aliveMb()}`);
  await rounds(rig);
  const peakMb = rssMb();
  show(
    'memory after the rounds',
    `${Math.round(peakMb)} MB, limit ${MEMORY_LIMIT_MB} MB ${peakMb < MEMORY_LIMIT_MB ? 'met' : 'NOT MET'}`,
  );
  const stoppedMs = performance.now();
  await rig.stop();
  show('orderly stop, every state saved', `${((performance.now() - stoppedMs) / 1_000).toFixed(2)} s`);
  const again = createTestEngines(app);
  await startOf(again, 'start from where they were saved');
  await again.stop();
} finally {
  await app.stop();
}

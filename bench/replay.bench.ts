/** Measures the PCR detector on arrays of numbers, and a complete replay of a year of 1-minute candles. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readPcrSetup } from '@vigia/contract';
import { type CandleColumns, parseCandleCsv } from '@vigia/core/candles';
import { PcrDetector, type PcrListener, type PcrRules, replayCandles } from '@vigia/core/pcr';
import { sharedFile } from '@vigia/testkit';
import { syntheticCandles } from './synthetic-candles.ts';

const ROWS = 1_000_000;
const STEP_SECONDS = 300;
const SEED = 20_261_121;
const WARM_UP_RUNS = 3;
const RUNS = 15;

function rules(input: object): PcrRules {
  const parsed = readPcrSetup(input);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

function detect(candles: CandleColumns, setup: PcrRules, listener: PcrListener): PcrDetector {
  const detector = new PcrDetector(setup, { listener, baseStepSeconds: STEP_SECONDS });
  for (let row = 0; row < candles.length; row += 1) {
    detector.pushBaseRow(candles, row);
    detector.pushRow(candles, row);
  }
  return detector;
}

/** Runs a task RUNS times after a warm-up. Returns the times in milliseconds, fastest first. */
function timed(task: () => void): number[] {
  for (let i = 0; i < WARM_UP_RUNS; i += 1) task();
  return Array.from({ length: RUNS }, () => {
    const startedMs = performance.now();
    task();
    return performance.now() - startedMs;
  }).toSorted((a, b) => a - b);
}

function report(what: string, rows: number, times: readonly number[]): void {
  const best = times[0] ?? NaN;
  const median = times[Math.floor(times.length / 2)] ?? NaN;
  const rate = (ms: number) => (rows / ms / 1_000).toFixed(1);
  console.log(
    `${what.padEnd(96)} ${rate(best).padStart(6)} M/s best  ${rate(median).padStart(6)} M/s median  ${median.toFixed(1)} ms`,
  );
}

function countingListener() {
  const counts = { zones: 0, signals: 0 };
  const listener: PcrListener = { onZone: () => void (counts.zones += 1), onSignal: () => void (counts.signals += 1) };
  return { counts, listener };
}

const candles = syntheticCandles(ROWS, STEP_SECONDS, SEED);
const setups: readonly [string, object][] = [
  ['detector, default setup', {}],
  [
    'detector, 4 of 5 criteria, three entry points, skip neutrals',
    {
      patterns: { requiredCriteria: 4, minLength: 2, dojiPolicy: 'skip', zone: { maxSignalsPerZone: 2 } },
      entryPoints: ['zona_ancha', 'zona_ancha_fifty', 'punto_optimo'],
      expiry: 15,
    },
  ],
  ['detector, trend and RSI filters', { filters: [{ filter: 'trend' }, { filter: 'rsi' }] }],
];

console.log(`seed ${SEED}, ${ROWS.toLocaleString('en')} synthetic candles, node ${process.version}`);
for (const [what, input] of setups) {
  const setup = rules(input);
  const times = timed(() => void detect(candles, setup, {}));
  const { counts, listener } = countingListener();
  detect(candles, setup, listener);
  report(`${what} (${counts.zones} zones, ${counts.signals} signals)`, ROWS, times);
}
report(
  'detector, default setup, every sequence kept',
  ROWS,
  timed(() => {
    const kept: unknown[] = [];
    detect(candles, rules({}), { onSequence: (sequence) => void kept.push(sequence) });
  }),
);

const year = sharedFile('data/EURUSD_M1_2018.csv.gz');
if (year) {
  const bytes = readFileSync(year);
  const setup = rules({});
  let rows = 0;
  const times = timed(() => {
    const parsed = parseCandleCsv(gunzipSync(bytes));
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
    rows = parsed.value.length;
    replayCandles(parsed.value, setup, { listener: {} });
  });
  report('EURUSD 2018 1m → 5m: gunzip, parse, resample, detect, settle', rows, times);
}

/**
 * Measures the simulated market: its likeness to real prices, its fairness, and its speed. `--json` prints the figures
 * with limits as one JSON array of {name, measured, limit, passed}, without the speed. One figure misses its limit: a
 * gap as long as the longest real one would be a lost price on the screen (docs/spec/market-data.md §2).
 */
import { parseArgs } from 'node:util';
import { demoMarket, lastTickBefore, payoutRatio, SIMULATED_ASSETS, TickCursor } from '@vigia/core/market-model';
import { fairness } from './market/fairness.ts';
import { realism } from './market/realism.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

const figures = [...realism(), ...fairness()];
if (values.json) console.log(JSON.stringify(figures));
else {
  for (const { name, measured, limit, passed } of figures)
    console.log(name.padEnd(68), measured.toPrecision(4).padStart(10), `  ${limit}`.padEnd(26), passed ? '✓' : '✗');
  showSpeed();
}

/** Prints the time of one tick in sequence, of one at a random time, and of one payout. */
function showSpeed(): void {
  const [asset] = SIMULATED_ASSETS;
  if (asset === undefined) throw new Error('assets are listed');
  const market = demoMarket(1, 'uneven');
  const startMs = Date.UTC(2026, 9, 1);
  const cursor = new TickCursor(market, asset).seekFrom(startMs);
  show('next tick', 3_000_000, () => cursor.next());
  let days = 0;
  show('tick at a random time', 2_000, () => lastTickBefore(market, asset, startMs + (days++ % 200) * 86_400_123));
  show('payout', 100_000, () => payoutRatio(market.facts.key, asset, 300, startMs + days++ * 3_600_000));
}

function show(name: string, times: number, run: () => unknown): void {
  for (let n = 0; n < times / 10; n++) run();
  const beganMs = performance.now();
  for (let n = 0; n < times; n++) run();
  console.log(name.padEnd(68), `${(((performance.now() - beganMs) * 1_000) / times).toPrecision(3)} µs`);
}

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Run } from './harness/play.ts';
import { nameOf, type Scenario } from './scenario.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/faults.md', import.meta.url));

const HEAD = [
  '| # | Fault | How it is brought about | Seeds | Orders | Double | Lost | Longest unknown (ms) | Result |',
];
const RULE = '|---|---|---|---|---|---|---|---|---|';

/** What all runs came to, one line a scenario. */
export function table(scenarios: readonly Scenario[], runs: readonly Run[]): string {
  return [...HEAD, RULE, ...scenarios.map((scenario) => line(scenario, runs))].join('\n');
}

function line(scenario: Scenario, all: readonly Run[]): string {
  const { fault, injection } = scenario;
  const runs = all.filter(({ name }) => name === nameOf(scenario));
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const broken = runs.filter(({ findings }) => findings.length > 0);
  const unknownMs = Math.round(Math.max(0, ...runs.map(({ longestUnknownMs }) => longestUnknownMs)));
  const result = broken.length === 0 ? 'holds' : `**broken** with seed ${broken.map(({ seed }) => seed).join(', ')}`;
  const counts = [runs.length, sum((run) => run.orders), sum((run) => run.double), sum((run) => run.lost), unknownMs];
  return `| ${[nameOf(scenario), fault, injection, ...counts, result].join(' | ')} |`;
}

const INTRO = `# Faults

What happens to orders when something breaks, shown on the real server in its own process and the real database. The list
of faults has 34 entries; here are those that need no broker.

Run them again with \`npm run faults -- --seeds 20\`, which writes this page; one run alone, exactly as it was, with
\`npm run faults -- --scenario 12 --seed 3\`. \`npm test\` runs each with two seeds.

The seed decides symbols, directions, stakes, durations, how many people and orders there are and when the fault strikes.
After each run the fault is taken away, everything that is open expires, and then every invariant is checked from the
database, the API, the sockets, the log and the market, which is a pure function and is computed anew
(\`packages/testkit/src/invariants\`): balances are sums of transfers, each trade's log folds to its row, one key one trade,
no acknowledged order lost, each trade settled once at the price of its expiry, no order on a stale price, limits never
exceeded, candles and signals as published, nobody sees anybody else's, healthy within 30 s, no secret in the log.

- **Double**: trades or holds beyond one for a key. **Lost**: orders that were acknowledged and are not there.
- **Longest unknown**: from sending an order that got no answer, or a 5xx, to knowing its fate by sending it again under its key.
`;

const MISSING = `
## With the brokers

These faults lie between us and a broker and come with the first one: 1–7, 11, 13–15, 29, 30, 32, 34.
`;

/** Writes what the runs came to into the documentation. */
export function writeDocument(scenarios: readonly Scenario[], runs: readonly Run[]): void {
  writeFileSync(DOCUMENT, `${INTRO}\n${table(scenarios, runs)}\n${MISSING}`);
}

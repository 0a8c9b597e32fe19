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
of faults has 34 entries. Where a broker has a part in it, simulators of IQ Option and of one of the other three run outside the
server's process: their books say what was really placed, and they outlive every death of the server.

Run them again with \`npm run faults -- --seeds 20\`, which writes this page; one run alone, exactly as it was, with
\`npm run faults -- --scenario 12 --seed 3\`. \`npm test\` runs each with two seeds, those at brokers with one and some of them not at all.

The seed decides symbols, directions, stakes, durations, how many people and orders there are and when the fault strikes.
After each run the fault is taken away, everything that is open expires, and then every invariant is checked from the
database, the API, the sockets, the log and the market, which is a pure function and is computed anew
(\`packages/testkit/src/invariants\`): balances are sums of transfers, each trade's log folds to its row, one key one trade,
no acknowledged order lost, each trade settled once at the price of its expiry, no order on a stale price, limits never
exceeded, candles and signals as published, nobody sees anybody else's, healthy within 30 s, no secret in the log. At brokers also:
each contract of the book is one order of ours on its own terms, no order is uncertain or was taken for refused and is there, what
ended has the broker's result, and each mirror holds the broker's balance to the cent.

- **Double**: trades or holds beyond one for a key, and contracts that no order of ours stands for. **Lost**: orders that were acknowledged and are not there.
- **Longest unknown**: from sending an order that got no answer, or a 5xx, to knowing its fate by sending it again under its key.
  At brokers: from losing track of an order to knowing what became of it, by the server's clock, the broker's absence included.
`;

const MISSING = `
## Not played

- 15, a result that a broker corrects: simulators cannot; \`venue.int.test.ts\` shows it on a broker by hand.
- 30, a line that is half open: \`link.test.ts\` of the broker kit shows it.
- 34, a leader that wakes up after another took over: one process serves an installation here; \`npm run test:cluster\` stops every
  role of several for ten seconds and lets it go on.
- Of 4 the reply that names another order, of 6 an HTTP error in place of a reply.
`;

/** Writes what the runs came to into the documentation. */
export function writeDocument(scenarios: readonly Scenario[], runs: readonly Run[]): void {
  writeFileSync(DOCUMENT, `${INTRO}\n${table(scenarios, runs)}\n${MISSING}`);
}

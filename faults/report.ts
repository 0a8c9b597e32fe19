import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Run } from './harness/play.ts';
import { nameOf, type Scenario } from './scenario.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/faults.md', import.meta.url));

const HEAD = [
  '| # | Fault | How it is brought about | Seeds | Orders | Double | Lost | Longest unknown (ms) | Result |',
];
const RULE = '|---|---|---|---|---|---|---|---|---|';

/** Returns the results of all runs as a table with one row per scenario. */
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

Effects of faults on orders, tested on the real server in its own process and the real database. The list of
faults has 34 entries. If a broker takes part, simulators of IQ Option and of one of the other three run outside
the server's process: their books record the orders really placed, and they outlive every crash of the server.

Run them again with \`npm run faults -- --seeds 20\`, which writes this page; one run alone, exactly as it was, with
\`npm run faults -- --scenario 12 --seed 3\`. \`npm test\` runs each once, except a few slow ones; \`npm run test:all\`
runs all of them with 20 seeds.

The seed decides symbols, directions, stakes, durations, the number of users and orders, and the time of the
fault. After each run the fault ends and all open trades expire. Then the run checks every invariant from the
database, the API, the sockets, the log and the market, which is a pure function and is recomputed
(\`packages/testkit/src/invariants\`): balances are sums of transfers, each trade's log folds to its row, one key
one trade, no acknowledged order lost, each trade settled once at the price of its expiry, no order on a stale
price, limits never exceeded, candles and signals as published, no user sees another user's data, healthy within
30 s, no secret in the log. At brokers also: each contract of the book is one order of ours with its terms, no
order is unresolved, no order recorded as refused is in the book, ended contracts have the broker's result, and
each synced balance equals the broker's to the cent.

- **Double**: trades or holds beyond one for a key, and contracts without an order of ours. **Lost**: acknowledged
  orders that do not exist.
- **Longest unknown**: from sending an order that got no answer, or a 5xx, to knowing its outcome by sending it
  again under its key. At brokers: from an unknown outcome to its resolution, by the server's clock, including the
  time the broker is away.
`;

const MISSING = `
## Not covered

- 15, a result that a broker corrects: the simulators cannot do this; \`venue.int.test.ts\` tests it with a fake broker.
- 30, a half-open connection: \`link.test.ts\` of the broker kit tests it.
- 34, a lease holder that resumes after a take-over: one process serves an installation here; \`npm run test:cluster\`
  suspends each role of several processes for ten seconds and resumes it.
- Of 4 the reply that names another order, of 6 an HTTP error in place of a reply.
`;

const UNDER_LOAD = fileURLToPath(new URL('../docs/faults-under-load.md', import.meta.url));

/**
 * Writes the results of the runs under load to docs/faults-under-load.md, with the figures that each scenario measured.
 */
export function writeUnderLoad(scenarios: readonly Scenario[], runs: readonly Run[]): void {
  const figures = [...new Set(runs.flatMap(({ measured }) => [...measured.keys()]))];
  const head = ['#', 'Fault', 'How it is brought about', 'Orders', 'Double', 'Lost', ...figures, 'Result'];
  const row = ({ name, orders, double, lost, measured, findings }: Run): readonly (string | number)[] => {
    const { fault = '', injection = '' } = scenarios.find((scenario) => nameOf(scenario) === name) ?? {};
    const result = findings.length === 0 ? 'holds' : '**broken**';
    return [name, fault, injection, orders, double, lost, ...figures.map((key) => measured.get(key) ?? ''), result];
  };
  const lines = [head, head.map(() => '---'), ...runs.map(row)].map((cells) => `| ${cells.join(' | ')} |`);
  writeFileSync(UNDER_LOAD, `${LOAD_INTRO}\n${lines.join('\n')}\n`);
}

const LOAD_INTRO = `# Faults under load

50 orders a second by 70 users for two minutes, on the real server and the real database, with the fault in between.
\`npm run faults -- --sustained\` writes this page; run nothing beside it. Every invariant of
[retention-and-faults.md](spec/retention-and-faults.md) §2 is checked afterwards. A run also fails

- if an order is answered after more than 5 s,
- if no order is accepted within 10 s of the end of the fault,
- under a flood, if the orders of the others take 50 ms or more (p95) or more than 80 MiB stay in memory.

The clock is wrong for 5 s at a time. The simulated market plays a leap that lasts for 8 s (30 s above 15 min): a
clock that is corrected later than that makes its orders wait until the time already shown has passed
([decisions/0041](decisions/0041-leaps-of-the-clock.md)). Prices of a broker carry the broker's time and have no such wait.
`;

/** Writes the results of the runs to docs/faults.md. */
export function writeDocument(scenarios: readonly Scenario[], runs: readonly Run[]): void {
  writeFileSync(DOCUMENT, `${INTRO}\n${table(scenarios, runs)}\n${MISSING}`);
}

/** Runs the fault scenarios, each with its seeds. It ends with code 1 if an invariant is violated. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { DataFolders } from './harness/data-folders.ts';
import { playOnce, type Run } from './harness/play.ts';
import { table, writeDocument, writeUnderLoad } from './report.ts';
import { nameOf } from './scenario.ts';
import { SCENARIOS } from './scenarios/index.ts';
import { SUSTAINED_SCENARIOS } from './sustained/index.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    scenario: { type: 'string', multiple: true },
    seeds: { type: 'string' },
    seed: { type: 'string' },
    at: { type: 'string', default: '2' },
    /** Minutes after which no run starts any more. The results of the finished runs are written all the same. */
    minutes: { type: 'string' },
    /** Whether the run excludes scenarios that only the long form contains. */
    short: { type: 'boolean', default: false },
    /**
     * Injects the faults while 50 orders per second are sent for two minutes. Meanwhile no other program should run on
     * the machine.
     */
    sustained: { type: 'boolean', default: false },
    /** The file for the counts. If it is set, the run does not write docs/faults.md. */
    report: { type: 'string' },
  },
});
/** Maximum number of characters of a log line in the output. */
const WARNING_SHOWN = 400;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const program = values.program ?? '';
const asked = (values.sustained ? SUSTAINED_SCENARIOS : SCENARIOS).filter(
  (scenario) =>
    (values.scenario?.includes(nameOf(scenario)) ?? true) && !(values.short && scenario.isLongFormOnly === true),
);
const scenarios = asked.filter(({ isPossible }) => isPossible?.() ?? true);
for (const scenario of asked.filter((one) => !scenarios.includes(one)))
  say(`- ${nameOf(scenario)} (${scenario.fault}): this machine does not allow it`);
const seeds =
  values.seed === undefined
    ? Array.from({ length: Number(values.seeds ?? 1) }, (_, index) => index + 1)
    : [Number(values.seed)];
const folders = await DataFolders.make({ program });
const startedMs = performance.now();
const runs: Run[] = [];
// The loop runs all scenarios with one seed before it uses the next seed. After an interruption, all scenarios
// therefore have run about equally often.
const waiting = seeds.flatMap((seed) => scenarios.map((scenario) => ({ scenario, seed })));
const endsMs = startedMs + Number(values.minutes ?? Infinity) * 60_000;
const nextRun = () => (performance.now() < endsMs ? waiting.shift() : undefined);
const worker = async (): Promise<void> => {
  for (let next = nextRun(); next; next = nextRun()) {
    const run = await playOnce(folders, { program }, next.scenario, next.seed);
    runs.push(run);
    const { orders, double, lost, longestUnknownMs, tookMs, findings, warnings } = run;
    say(
      `${findings.length === 0 ? '✓' : '✗'} ${run.name} seed ${next.seed}: ${orders} orders, ${double} double, ${lost} lost, ${Math.round(longestUnknownMs)} ms unknown, took ${Math.round(tookMs)} ms`,
    );
    for (const [what, figure] of run.measured) say(`    ${what}: ${figure}`);
    for (const { invariant, what } of findings.slice(0, 8)) say(`    ${invariant}: ${what}`);
    for (const warning of warnings) say(`    | ${warning.slice(0, WARNING_SHOWN)}`);
  }
};
try {
  await Promise.all(Array.from({ length: values.sustained ? 1 : Number(values.at) }, worker));
} finally {
  folders.removeAll();
}
say(table(scenarios, runs));
const failed = runs.filter(({ findings }) => findings.length > 0).length;
say(`${runs.length - failed} passed, ${failed} failed in ${Math.round((performance.now() - startedMs) / 1_000)} s`);
if (values.report !== undefined)
  writeFileSync(
    values.report,
    JSON.stringify({ passed: runs.length - failed, failed, skipped: asked.length - scenarios.length }),
  );
else if (values.sustained && values.scenario === undefined) writeUnderLoad(scenarios, runs);
else if (values.scenario === undefined && values.seeds !== undefined) writeDocument(scenarios, runs);
process.exit(failed === 0 ? 0 : 1);

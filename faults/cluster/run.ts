/**
 * Runs a cluster on this machine under load, and kills, freezes or restarts its parts one after another. Exits with
 * code 1 if an invariant is violated.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SeededRng } from '@vigia/testkit';
import { publishedSeals } from '@vigia/testkit/invariants';
import { createAutomaticStrategies, stopAutomaticStrategies } from './automatons.ts';
import { connectUsersToBroker, originsOf, startBroker } from './broker-people.ts';
import { type FaultRecovery, injectFaultAndAwaitRecovery } from './cluster-faults.ts';
import { connectTo } from './connect-to.ts';
import { residentMb } from './cost.ts';
import { judgeCluster, type Verdict } from './judge-cluster.ts';
import { Listener } from './listener.ts';
import { LoadClients } from './load-clients.ts';
import { LocalCluster } from './local-cluster.ts';
import { processSpecsOnFreePorts } from './places.ts';
import { type RunPlan, rolesToPlay, runPlanFor } from './plan.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    /** Extra flags for `node`. */
    flag: { type: 'string', multiple: true, default: [] },
    /** The path of the program nats-server. */
    nats: { type: 'string', default: '' },
    /** Whether one process has all roles, without NATS. */
    alone: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    /** The parts to which the run applies faults: a process name, PostgreSQL or NATS. The default is all parts. */
    part: { type: 'string', multiple: true },
    /** The kinds of faults that the run applies: kill, freeze, restart. The default is all kinds. */
    kind: { type: 'string', multiple: true },
    /** Whether the run keeps the folder with the logs. */
    keep: { type: 'boolean', default: false },
    report: { type: 'string' },
  },
});
const SEED = 20_261_122;
/**
 * Time limit in milliseconds for the end of all trades. The last trades last one minute, and an unknown order outcome
 * is resolved within one more minute.
 */
const SETTLED_WITHIN_MS = 150_000;
const POLL_MS = 250;
const SHOWN = 8;
/** Recovery time in milliseconds above which the report names the condition that the cluster met last. */
const WORTH_A_REASON_MS = 3_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const startedMs = performance.now();
const played = runPlanFor({ isLong: values.long, isAlone: values.alone });
const faults = played.faults.filter(
  ({ part, kind }) => (values.part?.includes(part) ?? true) && (values.kind?.includes(kind) ?? true),
);
const folder = mkdtempSync(join(tmpdir(), 'vigia-cluster-'));
const broker = await startBroker();
const cluster = await LocalCluster.open({
  folder,
  launch: [...values.flag, values.program ?? ''],
  places: await processSpecsOnFreePorts(rolesToPlay(values.alone)),
  databaseUrl: null,
  nats: values.alone ? null : { program: values.nats },
  environment: { LOG_LEVEL: 'info', NODE_ENV: 'test', BROKER_ORIGINS: originsOf(broker) },
});
const db = connectTo(cluster.databaseUrl);
const { sql } = db;
try {
  say(`${cluster.parts.map(({ name }) => name).join(', ')}: up after ${seconds(performance.now() - startedMs)}`);
  const { outcomes, verdict } = await playAll(played);
  const failed = printReport(outcomes, verdict);
  const passed = outcomes.length + verdict.size - failed;
  say(`${passed} passed, ${failed} failed in ${seconds(performance.now() - startedMs)}`);
  if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed, skipped: 0 }));
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  await db.close();
  await cluster.close().catch((error: unknown) => say(String(error)));
  await broker.stop();
  if (values.keep) say(`the logs lie in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function playAll(
  all: RunPlan,
): Promise<{ readonly outcomes: readonly FaultRecovery[]; readonly verdict: Verdict }> {
  const rng = new SeededRng(SEED);
  const { apiUrls } = cluster;
  const startMs = Date.now();
  const clients = await LoadClients.signUp(apiUrls, sql, rng, all.people);
  const brokerClients = await LoadClients.signUp(apiUrls, sql, rng, all.brokerPeople);
  const atBroker = brokerClients.people;
  await connectUsersToBroker(apiUrls[0] ?? '', sql, atBroker);
  const automatic = await createAutomaticStrategies(apiUrls[0] ?? '', clients.people, all.strategiesEach);
  const listener = await Listener.open(apiUrls, clients.people, rng, { count: all.sockets, watched: all.watched });
  const seals = await publishedSeals(sql);
  const stop = clients.trade(all.ordersPerS);
  const stopAtBroker = brokerClients.trade(all.brokerOrdersPerS);
  const outcomes: FaultRecovery[] = [];
  for (const [index, fault] of faults.entries()) {
    await sleep(all.restMs);
    // Orders at the broker stop before the last fault, because an option contract may last up to two minutes.
    if (index === faults.length - 1) stopAtBroker();
    const outcome = await injectFaultAndAwaitRecovery(fault, { cluster, listener, sql, atBroker });
    outcomes.push(outcome);
    tellOutcome(outcome);
  }
  stop();
  stopAtBroker();
  await Promise.all([clients.quiet(), brokerClients.quiet()]);
  await stopAutomaticStrategies(apiUrls, automatic);
  await settled();
  await listener.upToDate();
  await sleep(POLL_MS);
  await printLoad(clients, listener);
  printBroker(brokerClients);
  const verdict = await judgeCluster({
    cluster,
    sql,
    clients,
    brokerClients,
    broker,
    listener,
    seals,
    startMs,
    outcomes,
  });
  listener.close();
  return { outcomes, verdict };
}

/** Waits until no trade is open. */
async function settled(): Promise<void> {
  for (const sinceMs = performance.now(); performance.now() - sinceMs < SETTLED_WITHIN_MS; await sleep(POLL_MS)) {
    const [row] = await sql<{ open: number }[]>`SELECT count(*)::int AS open FROM trades WHERE status = 'active'`;
    if (row?.open === 0) return;
  }
}

function tellOutcome({ part, kind, takeOver, wellAfterMs, lastAmiss, findings }: FaultRecovery): void {
  const taken =
    takeOver === null || takeOver.longestMs === null
      ? ''
      : `, ${takeOver.pieces} pieces taken over within ${seconds(takeOver.longestMs)}`;
  say(`${findings.length === 0 ? '✓' : '✗'} ${part} ${kind}${taken}, well ${seconds(wellAfterMs)} after it was back`);
  if (wellAfterMs > WORTH_A_REASON_MS) for (const what of lastAmiss) say(`    last waited for: ${what}`);
  for (const { invariant, what } of findings.slice(0, SHOWN)) say(`    ${invariant}: ${what}`);
}

async function printLoad(clients: LoadClients, listener: Listener): Promise<void> {
  const accepted = clients.attempts.filter(({ outcome }) => outcome.kind === 'accepted').length;
  const outcomes = clients.attempts.map(({ outcome }) => ('code' in outcome ? outcome.code : 'accepted'));
  const counts = [...new Set(outcomes)].map((code) => `${outcomes.filter((each) => each === code).length} ${code}`);
  const away = Math.max(0, ...listener.sockets.map(({ longestAwayMs }) => longestAwayMs));
  const returns = listener.sockets.reduce((sum, socket) => sum + socket.returns, 0);
  const [made] = await sql<{ trades: number; automatic: number; signals: number; lag: number }[]>`
    SELECT count(*)::int AS trades, count(signal_id)::int AS automatic,
           (SELECT count(*)::int FROM strategy_signals) AS signals,
           max(extract(epoch FROM settled_at - expiry_time))::float8 AS lag FROM trades`;
  say(`${outcomes.length} orders: ${counts.join(', ')}; longest unknown ${seconds(clients.longestUnknownMs)}`);
  say(
    `${made?.trades} trades (${accepted} by hand, ${made?.automatic} on ${made?.signals} signals), settled ${made?.lag.toFixed(1)} s after expiry at the latest`,
  );
  const decided = await sql<{ what: string; count: number }[]>`
    SELECT coalesce(code, decision) AS what, count(*)::int AS count FROM automation_decisions GROUP BY 1`;
  say(`signals decided: ${decided.map(({ what, count }) => `${count} ${what}`).join(', ')}`);
  say(`${listener.sockets.length} sockets came back ${returns} times, after ${seconds(away)} at the latest`);
  say(`memory: ${cluster.members.map(({ name, pid }) => `${name} ${residentMb(pid)} MiB`).join(', ')}`);
}

function printBroker({ attempts, longestUnknownMs }: LoadClients): void {
  const accepted = attempts.filter(({ outcome }) => outcome.kind === 'accepted').length;
  const contracts = broker.book.contracts().length;
  const longest = seconds(longestUnknownMs);
  say(
    `${attempts.length} orders at a broker: ${accepted} accepted, ${contracts} contracts; longest unknown ${longest}`,
  );
}

/** Prints the report. @returns the number of faults and checks that failed */
function printReport(outcomes: readonly FaultRecovery[], verdict: Verdict): number {
  for (const [name, found] of verdict) {
    say(`${found.length === 0 ? '✓' : '✗'} ${name}${found.length > 0 ? `: ${found.length} faults` : ''}`);
    for (const { invariant, what } of found.slice(0, SHOWN)) say(`    ${invariant}: ${what}`);
  }
  const unwell = outcomes.filter(({ findings }) => findings.length > 0).length;
  return unwell + [...verdict.values()].filter((found) => found.length > 0).length;
}

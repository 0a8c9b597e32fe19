/**
 * Measures the evidence log with a million facts: the core alone, and the database with facts that are already stored.
 * The append includes reading the facts, their commitments, the tree and the commits. `--leaves N` shortens it, and
 * `--json` also prints the figures that have a limit (scripts/evidence.mjs). Left out: the derivation of signals from
 * candles.
 */
import { hash as hashOnce } from 'node:crypto';
import { parseArgs } from 'node:util';
import { consistencyRanges, hashesOf, inclusionRanges, TreeFrontier } from '@vigia/core/evidence-log';
import { createTestEvidenceLog, startTestApp } from '@vigia/server/testing';
import { databaseCpuMs } from './database-cpu.ts';
import type { Figure } from './market/figure.ts';

const { values } = parseArgs({
  options: { leaves: { type: 'string', default: '1000000' }, json: { type: 'boolean', default: false } },
});
const LEAVES = Number(values.leaves);
const PROOFS = 1_000;

const sha256 = (bytes: Uint8Array): Uint8Array => Buffer.from(hashOnce('sha256', bytes, 'binary'), 'latin1');
const print = (what: string, figure: string): void => console.log(what.padEnd(58), figure);
const microseconds = (ms: number, count: number): string => `${((ms * 1_000) / count).toFixed(2)} µs`;
const now = (): number => performance.now();
/** Milliseconds of the processor that this process used so far. */
const cpuMs = (): number => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;

const figures: Figure[] = [];
const atMost = (name: string, measured: number, limit: number): void =>
  void figures.push({ name, measured, limit: `≤ ${limit}`, passed: measured <= limit });

// Measures the Merkle tree alone: the hashes of the leaves are computed in advance.
const nodes = new Map<string, Uint8Array>();
const tree = new TreeFrontier(sha256);
const leaf = sha256(new Uint8Array(0));
let startMs = now();
const startCpuMs = cpuMs();
for (let n = 0; n < LEAVES; n += 1)
  tree.push(leaf, ({ level, index, hash }) => void (level > 7 && nodes.set(`${level}/${index}`, hash)));
print(
  `core: append of each of ${LEAVES} leaf hashes`,
  `${microseconds(now() - startMs, LEAVES)}, CPU ${microseconds(cpuMs() - startCpuMs, LEAVES)}`,
);
atMost('core: append of a leaf hash, µs', ((now() - startMs) * 1_000) / LEAVES, 20);
const all = Array.from({ length: 8 }, (_, level) => {
  const subtree = new TreeFrontier(sha256);
  for (let n = 0; n < 2 ** level; n += 1) subtree.push(leaf);
  return subtree.root();
});
const read = ({ level, index }: { readonly level: number; readonly index: number }): Uint8Array =>
  all[level] ?? nodes.get(`${level}/${index}`) ?? leaf;
startMs = now();
for (let n = 0; n < PROOFS; n += 1) hashesOf(sha256, inclusionRanges((n * 997) % LEAVES, LEAVES), read);
print('core: proof that a leaf is in the tree', microseconds(now() - startMs, PROOFS));
atMost('core: proof of a leaf, ms', (now() - startMs) / PROOFS, 1);
startMs = now();
for (let n = 0; n < PROOFS; n += 1) hashesOf(sha256, consistencyRanges(1 + ((n * 997) % (LEAVES - 1)), LEAVES), read);
print('core: proof that a tree continues an earlier one', microseconds(now() - startMs, PROOFS));

// The database: outcomes of stored signals.
const app = await startTestApp();
const rig = createTestEvidenceLog(app);
await rig.store(LEAVES);

/** Runs work and returns its milliseconds: on the clock, of this process's processor, and of the database's. */
async function timed(work: () => Promise<unknown>) {
  const before = [now(), cpuMs(), databaseCpuMs(app.dataFolder)] as const;
  await work();
  return {
    wallMs: now() - before[0],
    ownMs: cpuMs() - before[1],
    databaseMs: databaseCpuMs(app.dataFolder) - before[2],
  };
}

const append = await timed(() => rig.append());
print(
  `database: append of each of ${LEAVES} stored facts`,
  `${microseconds(append.wallMs, LEAVES)}, CPU ${microseconds(append.ownMs, LEAVES)} + ${microseconds(append.databaseMs, LEAVES)} of the database`,
);

/** Returns the text of median and 95th percentile of the durations of some calls, and the median in milliseconds. */
async function durations(call: (n: number) => Promise<unknown>) {
  const times: number[] = [];
  for (let n = 0; n < PROOFS; n += 1) {
    const beginMs = now();
    await call(n);
    times.push(now() - beginMs);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { text: `p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms`, medianMs: at(0.5) };
}

print('database: SELECT 1, for comparison', (await durations(() => app.db.sql`SELECT 1`)).text);
let proofs = { text: '', medianMs: Number.NaN };
const proving = await timed(async () => {
  proofs = await durations((n) => rig.prove((n * 7_919) % LEAVES, LEAVES));
});
print(
  `database: proof of a leaf, ${PROOFS} different ones`,
  `${proofs.text}, CPU ${microseconds(proving.ownMs, PROOFS)} + ${microseconds(proving.databaseMs, PROOFS)} of the database`,
);
let found = { faults: 0, facts: 0 };
const check = await timed(async () => {
  found = await rig.verify();
});
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
print(
  `database: full verification of ${found.facts} facts`,
  `${seconds(check.wallMs)}, CPU ${seconds(check.ownMs)} + ${seconds(check.databaseMs)} of the database, ${found.faults} faults`,
);
const inAll = (what: string, own: string, database: string): string =>
  `database: ${what} (processor ${own} + ${database} of the database)`;
atMost(
  inAll('append of a stored fact, µs', microseconds(append.ownMs, LEAVES), microseconds(append.databaseMs, LEAVES)),
  (append.wallMs * 1_000) / LEAVES,
  20,
);
atMost('database: proof of a leaf, p50, ms', proofs.medianMs, 1);
atMost(
  inAll(`full verification of ${found.facts} facts, s`, seconds(check.ownMs), seconds(check.databaseMs)),
  check.wallMs / 1_000,
  30,
);
if (values.json) console.log(JSON.stringify(figures));
await app.stop();
process.exit(0);

/**
 * Prints the Lighthouse scores (desktop preset) of the pages that a visitor sees first. The product's server serves
 * them on loopback. Each score is the median of five runs, each in a new browser. The first use downloads Lighthouse
 * into the cache folder. It is not a dependency, because only this bench needs its 200 packages of 185 MB. Version 12
 * is the last version for Node 20.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSER_FLAGS, median, printMeasurement, withBuiltApp } from './built-app.ts';

const LIGHTHOUSE = 'lighthouse@12.8.2';
const FOLDER = '.cache/lighthouse';
const COMMAND = join(FOLDER, 'node_modules/lighthouse/cli/index.js');
const PAGES = { landing: '/', login: '/login' } as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
  SI: 'speed-index',
} as const;
const RUNS = 5;
const GOAL = 95;

type Audit = {
  readonly score: number | null;
  readonly title: string;
  readonly displayValue?: string;
  readonly numericValue?: number;
};
/** A Lighthouse audit and its weight in the score. An audit without a weight only gives advice. */
type AuditRef = { readonly id: string; readonly weight: number };
type Category = { readonly score: number | null; readonly auditRefs: readonly AuditRef[] };
type Report = {
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<string, Category>>;
  readonly audits: Readonly<Record<string, Audit>>;
};

function fetchLighthouse(): void {
  if (existsSync(COMMAND)) return;
  printMeasurement(`${LIGHTHOUSE} is fetched into ${FOLDER}`);
  const npm = process.env['npm_execpath'];
  const args = ['install', '--prefix', FOLDER, '--no-save', '--no-package-lock', '--ignore-scripts', LIGHTHOUSE];
  const [program, all] = npm ? [process.execPath, [npm, ...args]] : ['npm', args];
  const { status } = spawnSync(program, all, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0 || !existsSync(COMMAND)) throw new Error(`${LIGHTHOUSE} cannot be fetched`);
}

/**
 * Runs Lighthouse once in a new browser.
 * @throws Error with the message of Lighthouse
 */
async function visit(url: string, browserPath: string): Promise<Report> {
  const output = join(FOLDER, 'report.json');
  rmSync(output, { force: true });
  const args = [
    COMMAND,
    url,
    '--preset=desktop',
    '--output=json',
    `--output-path=${output}`,
    '--quiet',
    '--no-enable-error-reporting',
    `--chrome-flags=--headless=new ${BROWSER_FLAGS.join(' ')}`,
  ];
  // The call must be asynchronous, because the visited server runs in this process.
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHROME_PATH: browserPath },
  });
  const code = await new Promise((end) => child.once('close', end));
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`);
  const report: Report = JSON.parse(readFileSync(output, 'utf8'));
  return report;
}

const scoreOf = (report: Report, category: string): number => (report.categories[category]?.score ?? 0) * 100;

/** Returns the audits that scored below the maximum in any run. */
function shortcomings(reports: readonly Report[]): readonly string[] {
  const lines = reports.flatMap(({ categories, audits }) =>
    CATEGORIES.flatMap((category) =>
      (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const audit = audits[id];
        return weight > 0 && audit && (audit.score ?? 1) < 0.9 ? [`${category}: ${id}, ${audit.title}`] : [];
      }),
    ),
  );
  return [...new Set(lines)];
}

async function judge(name: string, url: string, browserPath: string): Promise<boolean> {
  const reports: Report[] = [];
  for (let run = 0; run < RUNS; run += 1) reports.push(await visit(url, browserPath));
  const scores = CATEGORIES.map((category) => median(reports.map((report) => scoreOf(report, category))));
  printMeasurement(name, CATEGORIES.map((category, index) => `${category} ${scores[index]?.toFixed(0)}`).join(', '));
  printMeasurement(
    '  performance of each run',
    reports.map((report) => scoreOf(report, 'performance').toFixed(0)).join(', '),
  );
  const figures = Object.entries(METRICS).map(([label, id]) => {
    const value = median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    return `${label} ${label === 'CLS' ? value.toFixed(3) : `${value.toFixed(0)} ms`}`;
  });
  printMeasurement('  medians', figures.join(', '));
  const speed = median(reports.map(({ environment }) => environment.benchmarkIndex));
  printMeasurement(
    '  speed of this machine by Lighthouse',
    `${speed.toFixed(0)} (low-end desktops 1,000, high-end ones 2,000)`,
  );
  for (const line of shortcomings(reports)) printMeasurement(`    ${line}`);
  return scores.every((score) => score >= GOAL);
}

fetchLighthouse();
await withBuiltApp({}, async ({ server, browserPath }) => {
  const verdicts: boolean[] = [];
  for (const [name, path] of Object.entries(PAGES)) verdicts.push(await judge(name, server.url + path, browserPath));
  printMeasurement(`goal: at least ${GOAL} in all four`, verdicts.every(Boolean) ? 'met' : 'missed');
});

/**
 * `npm run evidence`: measures how often the verdicts are wrong, how soon they find an edge, how real the simulated
 * market is and how fast the evidence log is, and writes docs/evidence.md with the date, failures included. Options are
 * passed on to the benches. A full run takes hours on two cores; `--seeds 300 --walks 40` takes minutes.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './lib/installation.mjs';
import { run } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const DOCUMENT = join(ROOT, 'docs/evidence.md');

/** The benches whose output contains figures with a limit. */
const PARTS = [
  { title: 'Live cards, looked at after every trade', file: 'bench/evidence.bench.ts', options: [] },
  { title: 'Tests on history and the budget of tries', file: 'bench/tries.bench.ts', options: [] },
  { title: 'The simulated market', file: 'bench/market.bench.ts', options: ['--json'], takesOptions: false },
  { title: 'The evidence log', file: 'bench/evidence-log.bench.ts', options: ['--json'], takesOptions: false },
];

await main(async () => {
  await ensureInstalled();
  const sections = [];
  for (const { title, file, options: own, takesOptions = true } of PARTS) {
    say(`▸ ${file}`);
    const given = takesOptions ? process.argv.slice(2) : [];
    const { code, output } = await run(process.execPath, ['--import', 'tsx', file, ...own, ...given]);
    say(output.trimEnd());
    if (code !== 0) throw new Stop(`${file} terminó mal.`);
    sections.push(`## ${title}\n${table(figuresIn(output))}`);
  }
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  const date = new Date().toISOString().slice(0, 10);
  const options = process.argv.slice(2);
  const command = ['npm run evidence', ...(options.length === 0 ? [] : ['--', ...options])].join(' ');
  const head = `# Measured evidence\n\n\`${command}\` on ${date}, at ${commit}. Each limit is that of [statistics.md](spec/statistics.md),\nof [market-data.md](spec/market-data.md),\nor of [evidence-log.md](spec/evidence-log.md).\n`;
  writeFileSync(DOCUMENT, [head, ...sections].join('\n'));
});

/**
 * Returns the figures of an output: every line that is a JSON object or array of objects with a limit.
 * @param {string} output
 * @returns {{ name: string, measured: number, limit: unknown, passed: boolean }[]}
 */
function figuresIn(output) {
  return output
    .split('\n')
    .filter((line) => /^[[{]/.test(line))
    .flatMap((line) => JSON.parse(line))
    .filter((figure) => 'limit' in figure);
}

/** @param {ReturnType<typeof figuresIn>} figures */
function table(figures) {
  const rows = figures.map(
    ({ name, measured, limit, passed }) =>
      `| ${name.replaceAll('|', '\\|')} | ${Number(measured.toPrecision(4))} | ${limit} | ${passed ? 'holds' : '**fails**'} |`,
  );
  return ['| what | measured | limit | |', '|---|---|---|---|', ...rows, ''].join('\n');
}

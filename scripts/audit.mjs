/**
 * `npm run audit`: what the npm registry knows about the packages that are shipped. First its advisories (`npm audit`),
 * if it answers such questions. Then a table of the direct dependencies: version, its date, the newest version and its
 * date, and a mark if the version is deprecated, or the newest one is older than two years.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { agesTable, directDependencies } from './lib/dependency-ages.mjs';
import { runNpm } from './lib/processes.mjs';
import { main, say } from './lib/say.mjs';
import { ROOT, readIfPresent } from './lib/workspace.mjs';

const FOLDERS = ['apps', 'packages', 'brokers'];
/** Number of questions to the registry at the same time. */
const LANES = 4;

await main(async () => {
  const { output } = await runNpm(['audit', '--omit=dev', '--audit']);
  say(output.trim());
  const wanted = directDependencies(manifests());
  /** @type {Map<string, import('./lib/dependency-ages.mjs').Known | null>} */
  const known = new Map();
  const waiting = Object.entries(wanted);
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) known.set(next[0], await lookUp(...next));
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  say(agesTable(wanted, known, Date.now()));
});

function manifests() {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => readIfPresent(join(ROOT, folder, name, 'package.json'))),
  );
  return files.filter((text) => text !== null).map((text) => JSON.parse(text));
}

/**
 * @param {string} name
 * @param {string} version
 * @returns {Promise<import('./lib/dependency-ages.mjs').Known | null>} null if the registry did not answer
 */
async function lookUp(name, version) {
  const { code, stdout } = await runNpm(['view', `${name}@${version}`, 'dist-tags', 'time', 'deprecated', '--json']);
  return code === 0 ? JSON.parse(stdout) : null;
}

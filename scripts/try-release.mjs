/**
 * `npm run release:try`: uses the packages of Vigía as a user without a clone does. In an empty folder with an empty
 * home it starts the last released package with npx, opens a demo account, makes a practice trade and stops. Then it
 * upgrades to the package of the present version, and checks that account, trade and balance are still there. At the
 * end it installs that package with `npm install --ignore-scripts`. Each step is printed with its time.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUser } from './lib/clean-user.mjs';
import { makeRelease, newestReleasedPackage } from './lib/made-release.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { firstVisit, nextVisit, runTimedStep } from './lib/visits.mjs';

await main(async () => {
  const made = mkdtempSync(join(tmpdir(), 'vigia-made-'));
  const user = await cleanUser();
  try {
    const earlier = newestReleasedPackage();
    const present = await runTimedStep('paquete de esta versión hecho (npm run release)', () => makeRelease(made));
    say(`de ${earlier.version} a ${present.version}; Node ${process.version}, carga ${(loadavg()[0] ?? 0).toFixed(1)}`);
    for (const { folder, file } of [earlier, present]) cpSync(join(folder, file), join(user.folder, file));
    const left = await withEarlier(user, earlier.file);
    const found = await withPresent(user, present.file, left);
    assertNothingBeside(user.folder, [earlier.file, present.file]);
    await withoutScripts(user, present.file, found);
  } finally {
    await user.leave();
    rmSync(made, { recursive: true, force: true });
  }
});

/**
 * @param {import('./lib/clean-user.mjs').CleanUser} user
 * @param {string} file
 */
async function withEarlier(user, file) {
  const npx = npxOf(user, file);
  await npx('start');
  const left = await firstVisit(user.url, runTimedStep);
  await npx('stop');
  return left;
}

/**
 * @param {import('./lib/clean-user.mjs').CleanUser} user
 * @param {string} file
 * @param {import('./lib/visits.mjs').Left} left
 */
async function withPresent(user, file, left) {
  const npx = npxOf(user, file);
  say((await npx('upgrade', '--check')).trim());
  await npx('start');
  const found = await nextVisit(user.url, left, runTimedStep);
  await npx('stop');
  return found;
}

/**
 * Installs the package without the scripts of others, and uses it on the same data.
 * @param {import('./lib/clean-user.mjs').CleanUser} user
 * @param {string} file
 * @param {import('./lib/visits.mjs').Left} left
 */
async function withoutScripts(user, file, left) {
  const folder = join(user.folder, 'installed');
  mkdirSync(folder);
  const args = ['install', '--ignore-scripts', `../${file}`];
  await runTimedStep(`npm ${args.join(' ')}`, () => user.npm('npm', args, folder));
  const program = join(folder, 'node_modules/vigia/bin/vigia.mjs');
  await runTimedStep('vigia start', () => user.node(program, ['start']));
  await nextVisit(user.url, left, runTimedStep);
  await runTimedStep('vigia stop', () => user.node(program, ['stop']));
}

/**
 * @param {import('./lib/clean-user.mjs').CleanUser} user
 * @param {string} file
 * @returns {(...args: string[]) => Promise<string>} runs `npx ./FILE …` and prints its time
 */
function npxOf(user, file) {
  return (...args) =>
    runTimedStep(`npx ./${file} ${args.join(' ')}`, () => user.npm('npx', ['--yes', `./${file}`, ...args]));
}

/**
 * @param {string} folder
 * @param {readonly string[]} known
 * @throws Stop if the programs wrote into the folder from which they were started
 */
function assertNothingBeside(folder, known) {
  const others = readdirSync(folder).filter((file) => !known.includes(file));
  if (others.length > 0) throw new Stop(`Vigía dejó en la carpeta desde la que se arrancó: ${others.join(', ')}.`);
}

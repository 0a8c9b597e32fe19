/**
 * `npm run release [-- VERSION] [--to FOLDER]`: makes the package that users install, `vigia-VERSION.tgz`, with its
 * checksums, its list of components (CycloneDX) and its section of the changelog. VERSION is that of package.json
 * unless another one is named. Nothing is published. On a commit with the tag of a version it refuses if tag,
 * package.json and changelog disagree; on any other commit it makes a draft.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf } from './lib/changes-of.mjs';
import { npmCliPath, run, runNode } from './lib/processes.mjs';
import { isTagged, releaseFaults } from './lib/release-faults.mjs';
import { stagePackage } from './lib/release-package.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const STAGE = join(ROOT, 'node_modules/.cache/vigia/release');

await main(async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  const target = resolve(values.to ?? join(ROOT, 'test-results/release'));
  const version = positionals[0] ?? projectVersion();
  await assertReady(version);
  await tool('scripts/build.mjs', ['web']);
  await stagePackage(STAGE, version);
  mkdirSync(target, { recursive: true });
  const packed = await tool(npmCliPath(), ['pack', STAGE, '--pack-destination', target, '--json']);
  const [{ filename, size }] = JSON.parse(packed);
  const components = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx'];
  const documents = {
    [`vigia-${version}.cdx.json`]: await tool(npmCliPath(), components),
    [`vigia-${version}.md`]: changesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version),
  };
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(target, name), text);
  writeFileSync(join(target, 'SHA256SUMS'), sums(target, [filename, ...Object.keys(documents)]));
  say(`${join(target, filename)}: ${(size / 1e6).toFixed(1).replace('.', ',')} MB`);
});

/** @returns {string} the version in package.json */
function projectVersion() {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
}

/** @param {string} version @throws Stop that names what disagrees */
async function assertReady(version) {
  // Without git, as in an unpacked archive, there are no tags.
  const { code, stdout } = await run('git', ['tag', '--points-at', 'HEAD']);
  const tags = code === 0 ? stdout.split('\n').filter((tag) => tag !== '') : [];
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const facts = { version, tags, changelog, projectVersion: projectVersion() };
  const faults = releaseFaults(facts);
  if (faults.length > 0) throw new Stop(`No se puede publicar: ${faults.join('; ')}.`);
  if (!isTagged(facts)) say('Borrador: esta versión del código no lleva la etiqueta de una versión.');
}

/** Runs a script and returns its stdout. @param {string} file @param {readonly string[]} args */
async function tool(file, args) {
  const { code, stdout, output } = await runNode(file, args);
  if (code !== 0) throw new Stop(output);
  return stdout;
}

/**
 * Returns the lines that `sha256sum --check` reads.
 * @param {string} folder
 * @param {readonly string[]} files
 */
function sums(folder, files) {
  const digest = (/** @type {string} */ file) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return files.map((file) => `${digest(file)}  ${file}\n`).join('');
}

/**
 * `npm run release [-- VERSION] [--to FOLDER]`: makes the package that users install, `vigia-VERSION.tgz`, with its
 * checksums, its list of components (CycloneDX) and its section of the changelog. VERSION is that of package.json
 * unless another one is named. Nothing is published.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { changesOf } from './lib/changes-of.mjs';
import { npmCliPath, runNode } from './lib/processes.mjs';
import { stagePackage } from './lib/release-package.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const STAGE = join(ROOT, 'node_modules/.cache/vigia/release');

await main(async () => {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
  const target = resolve(values.to ?? join(ROOT, 'test-results/release'));
  const version = positionals[0] ?? JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
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

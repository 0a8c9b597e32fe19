/**
 * `node scripts/pack-client.mjs [FOLDER]`: builds packages/client as a package for npm, with JavaScript and types, and
 * packs it into a folder, by default test-results. Nothing is published.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmCliPath, runNode, toolFile } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

const SOURCE = join(ROOT, 'packages/client');
const PACKAGE = join(SOURCE, 'dist');

await main(async () => {
  const target = resolve(process.argv[2] ?? join(ROOT, 'test-results'));
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(SOURCE, 'src/index.ts')],
    outfile: join(PACKAGE, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  const places = ['--rootDir', join(SOURCE, 'src'), '--outDir', join(PACKAGE, 'types')];
  const once = ['--composite', 'false', '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  await tool(toolFile('typescript', 'tsc'), ['-p', SOURCE, ...places, ...once]);
  writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  for (const file of ['packages/client/README.md', 'LICENSE'])
    cpSync(join(ROOT, file), join(PACKAGE, file.replace(/^.*[/]/, '')));
  const packed = await tool(npmCliPath(), ['pack', PACKAGE, '--pack-destination', target]);
  say(join(target, packed.trim().split('\n').at(-1) ?? ''));
});

/** Returns the manifest of the packed package: that of the workspace, with the built files. */
function manifest() {
  const {
    private: _private,
    exports: _sources,
    ...kept
  } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8'));
  return { ...kept, exports: { '.': { types: './types/index.d.ts', default: './index.js' } } };
}

/** Runs a tool and returns its output. @param {string} file @param {readonly string[]} args */
async function tool(file, args) {
  const { code, output } = await runNode(file, args);
  if (code !== 0) throw new Stop(output);
  return output;
}

/**
 * `npm run mutants`: changes the code of one module after another, and counts the changes that the tests of the module
 * detect. `npm run mutants -- trades risk` selects modules by name. The script fails if a module scores below 85 % or a
 * single file below 70 %. The second limit exists because the mean of a module hides an untested file. Results are
 * cached under .cache/mutants, so that the next run only tests changed code.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/installation.mjs';
import { MUTANT_MODULES } from './lib/mutant-modules.mjs';
import { fileScores } from './lib/mutant-scores.mjs';
import { runNode, toolFile } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { ROOT } from './lib/workspace.mjs';

/**
 * Minimum score of a file in percent. It is lower than the minimum of a module, because a file may contain a few
 * mutants that are equivalent to the original code.
 */
const FILE_MIN_PERCENT = 70;

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'at-once': { type: 'string', default: '1' } },
  });
  await ensureInstalled();
  const weak = [];
  for (const name of positionals.length === 0 ? Object.keys(MUTANT_MODULES) : positionals) {
    const { tests, needsDatabase } = MUTANT_MODULES[name] ?? unknownModule(name);
    say(`▸ ${name}`);
    const { code } = await runNode(toolFile('@stryker-mutator/core', 'stryker'), ['run'], {
      shown: true,
      env: {
        MUTANTS_MODULE: name,
        MUTANTS_TESTS: tests.join(' '),
        MUTANTS_AT_ONCE: values['at-once'],
        ...(needsDatabase && { MUTANTS_DATABASE: '1' }),
        VIGIA_RUNS: '0.1',
      },
    });
    if (code !== 0) weak.push(name);
    weak.push(...weakFiles(name));
  }
  if (weak.length > 0) throw new Stop(`no alcanzan el mínimo: ${weak.join(', ')}`);
});

/** @param {string} name of a module @returns {string[]} its files under the minimum, with their scores */
function weakFiles(name) {
  const report = JSON.parse(readFileSync(join(ROOT, `.cache/mutants/${name}.report.json`), 'utf8'));
  return fileScores(report).flatMap(({ file, score }) =>
    score < FILE_MIN_PERCENT ? [`${file} (${score.toFixed(1)} %)`] : [],
  );
}

/** @param {string} name @returns {never} */
function unknownModule(name) {
  throw new Stop(`no hay ningún módulo «${name}»; los hay: ${Object.keys(MUTANT_MODULES).join(', ')}`);
}

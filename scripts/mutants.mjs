/**
 * `npm run mutants`: changes the code of one module after another, and counts the changes that the module's own tests
 * notice. `npm run mutants -- trades risk` selects modules by name; a score under 85 % fails. Results are kept under
 * .cache/mutants, so that a second run only tries code that has changed since.
 */
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/installation.mjs';
import { MODULES } from './lib/mutant-modules.mjs';
import { runNode, toolFile } from './lib/processes.mjs';
import { main, Stop, say } from './lib/say.mjs';

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'at-once': { type: 'string', default: '1' } },
  });
  await ensureInstalled();
  const weak = [];
  for (const name of positionals.length === 0 ? Object.keys(MODULES) : positionals) {
    const { tests, needsDatabase } = MODULES[name] ?? unknownModule(name);
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
  }
  if (weak.length > 0) throw new Stop(`no alcanzan el 85 %: ${weak.join(', ')}`);
});

/** @param {string} name @returns {never} */
function unknownModule(name) {
  throw new Stop(`no hay ningún módulo «${name}»; los hay: ${Object.keys(MODULES).join(', ')}`);
}

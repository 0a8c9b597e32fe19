import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, runNode, TOOLS_IN_PATH, toolFile } from '../lib/processes.mjs';
import { ROOT } from '../lib/workspace.mjs';
import { adapterFileFaults } from './adapter-files.mjs';
import { budgetFaults, buildInMemory } from './byte-budgets.mjs';
import { citationFaults } from './citations.mjs';
import { clientTypeFaults } from './client-types.mjs';
import { commitFaults } from './commit-subjects.mjs';
import { importDirectionFaults } from './import-directions.mjs';
import { LEFTOVERS } from './leftovers.mjs';
import { PLAIN_ENGLISH } from './plain-english.mjs';
import { PRIVATE_TRACES } from './private-traces.mjs';
import { responseSchemaFaults } from './response-schemas.mjs';
import { sizeFaults } from './sizes.mjs';
import { supplyChainFaults } from './supply-chain.mjs';
import { textFaults } from './text-rules.mjs';
import { castFaults } from './type-casts.mjs';
import { WEB_STYLE } from './web-style.mjs';

/**
 * A static check. It reads the files of the project and does not run them. One check builds the web app in memory to
 * measure its size.
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string>} faults returns the report of the tool, '' if there is no fault
 */

/**
 * All checks, slowest first, so that two checks at a time end as early as possible. With its default of four checkers,
 * tsc needs 61 s of CPU time for a fresh checkout instead of 35 s, because each of them checks shared types again.
 * @type {readonly Check[]}
 */
export const CHECKS = [
  { name: 'tipos (tsc)', faults: tool('typescript', ['-b', '.', 'scripts', '--checkers', '1'], 'tsc') },
  { name: 'código sin uso (knip)', faults: tool('knip', ['--no-progress', '--no-config-hints']) },
  {
    name: 'dirección de las importaciones (dependency-cruiser)',
    faults: async () => (await importDirectionFaults()).join('\n'),
  },
  { name: 'peso de la primera carga (vite)', faults: async () => budgetFaults(await buildInMemory()).join('\n') },
  { name: 'reglas del código (oxlint)', faults: tool('oxlint', ['--deny-warnings']) },
  { name: 'formato (biome)', faults: tool('@biomejs/biome', ['format', '.'], 'biome') },
  {
    name: 'orden de las importaciones (biome)',
    faults: tool(
      '@biomejs/biome',
      ['check', '--formatter-enabled=false', '--linter-enabled=false', '--enforce-assist=true', '.'],
      'biome',
    ),
  },
  { name: 'restos de trabajo', faults: async () => textFaults(LEFTOVERS, await ourFiles(), ROOT).join('\n') },
  {
    name: 'piezas e idioma de la pantalla',
    faults: async () => textFaults(WEB_STYLE, await ourFiles(), ROOT).join('\n'),
  },
  { name: 'conversiones de tipo (as)', faults: async () => castFaults(await ourFiles(), ROOT).join('\n') },
  { name: 'tamaño de ficheros y funciones', faults: async () => sizeFaults(await ourFiles(), ROOT).join('\n') },
  { name: 'inglés llano', faults: async () => textFaults(PLAIN_ENGLISH, await ourFiles(), ROOT).join('\n') },
  { name: 'nombres de los ficheros de los adaptadores', faults: async () => adapterFileFaults().join('\n') },
  { name: 'tipos del cliente de la API', faults: async () => clientTypeFaults().join('\n') },
  { name: 'esquemas de las respuestas de la API', faults: async () => responseSchemaFaults().join('\n') },
  { name: 'citas y enlaces', faults: async () => citationFaults(await ourFiles(), ROOT).join('\n') },
  { name: 'títulos de los commits', faults: async () => (await commitFaults()).join('\n') },
  { name: 'código de otros', faults: async () => supplyChainFaults().join('\n') },
  { name: 'rastros privados', faults: async () => textFaults(PRIVATE_TRACES, await ourFiles(), ROOT).join('\n') },
];

/**
 * @param {string} packageName
 * @param {readonly string[]} args
 * @param {string} [bin]
 * @returns {Check['faults']}
 */
function tool(packageName, args, bin) {
  return async () => {
    const { code, output } = await runNode(toolFile(packageName, bin), args, { env: TOOLS_IN_PATH });
    return code === 0 ? '' : output.trim() || `${packageName} ended with code ${code}`;
  };
}

/**
 * Returns the files of the project: committed files, and new files that git does not ignore.
 * @throws an error with an explanation outside a git checkout
 */
async function ourFiles() {
  const { code, output } = await run('git', [
    '-c',
    'safe.directory=*',
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
  ]);
  if (code !== 0) throw new Error(`git could not list the project's files: ${output}`);
  return output.split('\0').filter((file) => file !== '' && existsSync(join(ROOT, file)));
}

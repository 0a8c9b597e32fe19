import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TO_JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** Modules of the contract that hold only documentation examples. */
const EXAMPLES = /packages[\\/]contract[\\/]src[\\/]examples[\\/][\w-]+\.ts$/;

/**
 * Every schema can convert to JSON Schema and carries examples, both for the documentation of the server. A browser
 * never needs them, and they cost 6 KB and 2 KB of the first load: this plugin replaces those functions and examples
 * with empty ones.
 */
export const withoutDocumentation = (): Plugin => ({
  name: 'vigia:without-documentation',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (TO_JSON_SCHEMA.test(id)) return emptied(id, '() => () => {}');
    return EXAMPLES.test(id) ? emptied(id, '[]') : null;
  },
});

/** Returns a module with the exports of `file`, each with this value. */
function emptied(file: string, value: string): string {
  const names = readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  return [...names].map(([, name]) => `export const ${name} = ${value};`).join('\n');
}

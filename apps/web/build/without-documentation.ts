import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TO_JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/** Modules of the contract package that contain only examples for the API documentation. */
const EXAMPLES = /packages[\\/]contract[\\/]src[\\/]examples[\\/][\w-]+\.ts$/;

/**
 * Replaces the JSON Schema functions of the API schemas, and the examples, by empty ones. Only the server's API
 * documentation uses them. They would add 6 KB and 2 KB to the first load.
 */
export const removeDocumentation = (): Plugin => ({
  name: 'vigia:without-documentation',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (TO_JSON_SCHEMA.test(id)) return emptied(id, '() => () => {}');
    return EXAMPLES.test(id) ? emptied(id, '[]') : null;
  },
});

/** Returns a module in which each export of `file` has this value. */
function emptied(file: string, value: string): string {
  const names = readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  return [...names].map(([, name]) => `export const ${name} = ${value};`).join('\n');
}

import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const ZOD_TO_JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;
const OUR_EXAMPLES = /packages[\\/]contract[\\/]src[\\/]examples[\\/]\w/;

/**
 * The schemas of the contract carry what the server's documentation is made of: how each turns into JSON Schema, and
 * examples. In a browser nobody asks for either, and together they cost 7 KB of the first load: there they are empty.
 */
export function withoutDocumentation(): Plugin {
  return {
    name: 'vigia:without-documentation',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (ZOD_TO_JSON_SCHEMA.test(id)) return exportsOf(id, '() => () => {}');
      if (OUR_EXAMPLES.test(id)) return exportsOf(id, 'undefined');
      return null;
    },
  };
}

/** The same names, each standing for `value`. */
function exportsOf(id: string, value: string): string {
  const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
  return [...names].map(([, name]) => `export const ${name} = ${value};`).join('\n');
}

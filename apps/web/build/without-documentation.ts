import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TO_JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/**
 * Every schema can turn into JSON Schema, which is what the server's documentation is made of. In a browser nobody asks
 * for it, and it costs 6 KB of the first load: there those functions do nothing.
 */
export function withoutDocumentation(): Plugin {
  return {
    name: 'vigia:without-documentation',
    enforce: 'pre',
    apply: 'build',
    load(id) {
      if (!TO_JSON_SCHEMA.test(id)) return null;
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
      return [...names].map(([, name]) => `export const ${name} = () => () => {};`).join('\n');
    },
  };
}

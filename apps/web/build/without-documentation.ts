import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const TO_JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/;

/**
 * Every schema can convert to JSON Schema, which the documentation of the server uses. A browser never needs this, and
 * it costs 6 KB of the first load: this plugin replaces those functions with empty ones.
 */
export const withoutDocumentation = (): Plugin => ({
  name: 'vigia:without-documentation',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (!TO_JSON_SCHEMA.test(id)) return null;
    const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm);
    return [...names].map(([, name]) => `export const ${name} = () => () => {};`).join('\n');
  },
});

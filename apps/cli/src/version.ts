import { readFileSync } from 'node:fs';

/** Returns the version from package.json. The relative path to package.json is the same from `src` and from `dist`. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return manifest.version;
}

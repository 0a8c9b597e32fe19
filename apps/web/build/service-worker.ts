import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'sw.js';
/** Name in the source of the service worker that the build replaces by the list of files. */
const SHELL = 'VIGIA_SHELL';
/** Files that the service worker does not cache, because they serve no purpose without a server. */
const NOT_CACHED = /\.map$/;

/**
 * Builds `src/worker/main.ts` as `/sw.js` and inserts the list of build files, with a version that changes when any
 * file changes. The development server has no service worker.
 */
export function serviceWorker(): Plugin {
  let publicFolder = '';
  return {
    name: 'vigia-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      publicFolder = config.publicDir;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'src/worker/main.ts', fileName: FILE });
    },
    generateBundle(_options, bundle) {
      const worker = bundle[FILE];
      if (worker?.type !== 'chunk') throw new Error('the service worker was not built');
      if (worker.imports.length > 0) throw new Error(`the service worker shares code: ${worker.imports.join(', ')}`);
      const hash = createHash('sha256').update(worker.code);
      const built = Object.values(bundle)
        .filter(({ fileName }) => fileName !== FILE && !NOT_CACHED.test(fileName))
        .toSorted((one, other) => one.fileName.localeCompare(other.fileName));
      for (const part of built) hash.update(part.fileName).update(part.type === 'chunk' ? part.code : part.source);
      const copied = readdirSync(publicFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .toSorted();
      for (const path of copied) hash.update(readFileSync(path));
      // The translated manifest replaces the copied manifest that has the same name.
      const files = new Set([
        ...built.map(({ fileName }) => `/${fileName}`),
        ...copied.map((path) => path.slice(publicFolder.length).replaceAll('\\', '/')),
      ]);
      const shell = { version: hash.digest('hex').slice(0, 16), files: [...files] };
      worker.code = worker.code.replaceAll(SHELL, JSON.stringify(shell));
    },
  };
}

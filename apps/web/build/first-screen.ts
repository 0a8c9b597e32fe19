import type { Plugin, Rolldown } from 'vite';

/** Path of the first page that a returning user sees. */
const PATH = '/dashboard';
const PARTS = ['src/app/layout/main-layout.tsx', 'src/app/dashboard-screen.tsx'];
/** Script in the head of the page. The preload script is inserted before it. */
const THEME = '<script src="/theme.js"></script>';

/** The fields of a chunk that identify it and list its imports. */
export type LinkedChunk = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports'>;

/**
 * Returns the files that the parts of a screen import and that index.html does not load, in import order.
 * @throws Error if the build has no chunk for a part
 */
export function filesOfScreen(chunks: readonly LinkedChunk[], parts: readonly string[]): readonly string[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reach = (file: string, into: Set<string>): Set<string> => {
    if (into.has(file)) return into;
    into.add(file);
    for (const next of byFile.get(file)?.imports ?? []) reach(next, into);
    return into;
  };
  const page = new Set<string>();
  for (const { isEntry, fileName } of chunks) if (isEntry) reach(fileName, page);
  const files = new Set<string>();
  for (const part of parts) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(`/${part}`));
    if (chunk === undefined) throw new Error(`${part} is no chunk of the build: name what the router asks for now`);
    reach(chunk.fileName, files);
  }
  return [...files].filter((file) => !page.has(file));
}

/** Returns a script that preloads these files if the visit starts at the first screen. */
const scriptOf = (files: readonly string[]): string =>
  `if(location.pathname===${JSON.stringify(PATH)})for(const file of ${JSON.stringify(files.map((file) => `/${file}`))})` +
  `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",crossOrigin:"",href:file}))\n`;

/**
 * Preloads the parts of the first screen while the browser parses the app code. Without this plugin, the app would
 * request them only when its code runs.
 */
export function preloadFirstScreen(): Plugin {
  return {
    name: 'vigia:first-screen',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const source = scriptOf(filesOfScreen(chunks, PARTS));
      const script = this.getFileName(this.emitFile({ type: 'asset', name: 'first-screen.js', source }));
      const page = bundle['index.html'];
      if (page?.type !== 'asset' || !String(page.source).includes(THEME)) throw new Error('the page is another one');
      page.source = String(page.source).replace(THEME, `<script async src="/${script}"></script>\n    ${THEME}`);
    },
  };
}

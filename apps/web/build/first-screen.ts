import type { Plugin, Rolldown } from 'vite';

/** Where whoever comes back begins, and the parts the router asks for there. */
const PATH = '/dashboard';
const PARTS = ['src/app/layout/main-layout.tsx', 'src/app/dashboard-screen.tsx'];
/** Before this one, in the head of the page. */
const THEME = '<script src="/theme.js"></script>';

/** What of a chunk says which others it brings along. */
export type Linked = Pick<Rolldown.OutputChunk, 'fileName' | 'facadeModuleId' | 'isEntry' | 'imports'>;

/**
 * The files that screen brings along and the page itself does not, in the order they are named.
 * @throws Error if the build has no chunk for a part
 */
export function filesOfScreen(chunks: readonly Linked[], parts: readonly string[]): readonly string[] {
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

/** Asks for them all at once where that screen is visited. */
const scriptOf = (files: readonly string[]): string =>
  `if(location.pathname===${JSON.stringify(PATH)})for(const file of ${JSON.stringify(files.map((file) => `/${file}`))})` +
  `document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",crossOrigin:"",href:file}))\n`;

/**
 * The parts of the first screen are asked for while the app's own code is still being read, which alone would ask for them
 * only once it runs.
 */
export function firstScreen(): Plugin {
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

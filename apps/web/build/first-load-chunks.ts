import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

/** Loaded by everybody; what it fetches on demand are the screens. */
const ENTRY = ['main.tsx'];
/** Shown to whoever is not signed in, with all they fetch on demand. */
const PUBLIC = [
  'shared/auth/supabase-backend.ts',
  'app/landing-screen.tsx',
  'app/layout/auth-frame.tsx',
  ...['login', 'register', 'forgot-password', 'reset-password', 'verify-email'].map(
    (page) => `features/auth/${page}-page.tsx`,
  ),
];
const FRAME = ['app/layout/main-layout.tsx'];
const DASHBOARD = ['app/dashboard-screen.tsx'];

/**
 * What the frame of the protected pages needs at once is one file, what the dashboard needs beyond it another. Left to
 * itself the bundler makes a file of every set of pages that share something: seventy small ones, which together are
 * 6 KB larger compressed. What public pages need too stays apart, so that these load nothing of it.
 * @param src the folder of the sources, absolute
 */
export function firstLoadChunks(src: string): Rolldown.CodeSplittingOptions {
  const at = (files: readonly string[]) => files.map((file) => resolve(src, file));
  const pages = new Set(at([...FRAME, ...DASHBOARD]));
  let sets: { readonly frame: ReadonlySet<string>; readonly dashboard: ReadonlySet<string> } | null = null;
  const survey = (context: Rolldown.ChunkingContext) => {
    const entry = needed(context, at(ENTRY), new Set());
    const outside = new Set([...entry, ...needed(context, at(PUBLIC), entry, { onDemandToo: true })]);
    const frame = needed(context, at(FRAME), outside);
    return { frame, dashboard: needed(context, at(DASHBOARD), new Set([...outside, ...frame])) };
  };
  return {
    // Each set holds all it needs but what the sets before it hold: nothing goes in circles.
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'first load',
        name: (id, context) => {
          sets ??= survey(context);
          // A page itself stays a file of its own: what imports it on demand asks for all it exports.
          if (pages.has(id)) return null;
          return sets.frame.has(id) ? 'frame' : sets.dashboard.has(id) ? 'dashboard' : null;
        },
      },
    ],
  };
}

/** The modules that these and what they import come to, without those of `known`. */
function needed(
  context: Rolldown.ChunkingContext,
  from: readonly string[],
  known: ReadonlySet<string>,
  { onDemandToo = false } = {},
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || known.has(id)) continue;
    found.add(id);
    const module = context.getModuleInfo(id);
    waiting.push(...(module?.importedIds ?? []), ...(onDemandToo ? (module?.dynamicallyImportedIds ?? []) : []));
  }
  return found;
}

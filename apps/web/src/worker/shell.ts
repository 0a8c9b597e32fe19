/** The build this worker belongs to: every file of the app, and a name that changes with any of them. */
export type Shell = { readonly version: string; readonly files: readonly string[] };

export type ShellWorld = {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** A signal that aborts after that many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
};

const PREFIX = 'vigia-shell-';
const PAGE = '/index.html';
/** Longer than that nobody looks at an empty window while a copy is at hand. */
const PAGE_PATIENCE_MS = 4_000;
/** Addresses of programs, as the server names them: never a page, and never kept. */
const FOR_PROGRAMS =
  /^\/(?:api|auth|rest|docs|dev|health|ready|metrics|openapi\.json|config\.json|storage|realtime|functions)(?:\/|$)/;

const cacheName = ({ version }: Shell): string => PREFIX + version;

/** Puts every file of the build aside, or fails: half an app is none. */
export async function keepShell(shell: Shell, { caches, fetch }: ShellWorld): Promise<void> {
  const cache = await caches.open(cacheName(shell));
  await Promise.all(
    shell.files.map(async (path) => {
      // Hashed names never change; of the others the browser may hold an older copy.
      const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

/** Keeps this build and the one before: a window that still runs it loads its parts when it comes to them. */
export async function forgetOldShells(shell: Shell, { caches }: ShellWorld): Promise<void> {
  const own = cacheName(shell);
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * What the worker answers itself: files of the build from what was put aside, and pages from the server, or from there
 * while the server is out of reach. null = none of its business: the API, and whatever else stands behind a session, goes
 * to the server as if no worker were there and is never kept.
 */
export function answerOf(shell: Shell, request: Request, world: ShellWorld): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== world.origin || FOR_PROGRAMS.test(url.pathname)) return null;
  if (request.mode === 'navigate') return url.pathname.includes('.') ? null : page(shell, request, world);
  const isKept = shell.files.includes(url.pathname) || url.pathname.startsWith('/assets/');
  return isKept ? file(request, url.pathname, world) : null;
}

/** Fresh where possible, so that nobody is held on an old version. */
async function page(shell: Shell, request: Request, world: ShellWorld): Promise<Response> {
  const kept = async () => (await world.caches.open(cacheName(shell))).match(PAGE);
  try {
    const answer = await world.fetch(request, { signal: world.deadline(PAGE_PATIENCE_MS) });
    return answer.status < 500 ? answer : ((await kept()) ?? answer);
  } catch (failure) {
    const copy = await kept();
    if (copy) return copy;
    throw failure;
  }
}

async function file(request: Request, path: string, { caches, fetch }: ShellWorld): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

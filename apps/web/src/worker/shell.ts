/**
 * The build to which this service worker belongs: every file of the app, and a version that changes when any file
 * changes.
 */
export type AppShell = { readonly version: string; readonly files: readonly string[] };

export type ShellDeps = {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** Returns a signal that aborts after `ms` milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
};

const PREFIX = 'vigia-shell-';
const PAGE = '/index.html';
/**
 * Longest time in milliseconds to wait for a page from the server. After this time the worker answers with the cached
 * page.
 */
const PAGE_TIMEOUT_MS = 4_000;
/** Paths of the server's routes. They are never pages of the app, and the worker never caches their responses. */
const SERVER_PATHS =
  /^\/(?:api|auth|rest|docs|dev|health|ready|metrics|openapi\.json|config\.json|storage|realtime|functions)(?:\/|$)/;

const cacheName = ({ version }: AppShell): string => PREFIX + version;

/**
 * Caches every file of the build.
 * @throws Error if one file is missing
 */
export async function cacheAppShell(shell: AppShell, { caches, fetch }: ShellDeps): Promise<void> {
  const cache = await caches.open(cacheName(shell));
  await Promise.all(
    shell.files.map(async (path) => {
      // A file whose name contains a hash never changes. Of any other file, the browser cache may have an older copy.
      const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

/**
 * Deletes all caches except those of this build and of the previous build. An open window of the previous build still
 * loads its chunks from that cache.
 */
export async function forgetOldShells(shell: AppShell, { caches }: ShellDeps): Promise<void> {
  const own = cacheName(shell);
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Answers requests for files of the build from the cache. Answers requests for pages from the server, or from the cache
 * if the server is unreachable. Returns null for every other request: the browser then sends it to the server. The
 * worker therefore never caches API responses or data that require a session.
 */
export function respondFromShell(shell: AppShell, request: Request, world: ShellDeps): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== world.origin || SERVER_PATHS.test(url.pathname)) return null;
  if (request.mode === 'navigate') return url.pathname.includes('.') ? null : page(shell, request, world);
  const isKept = shell.files.includes(url.pathname) || url.pathname.startsWith('/assets/');
  return isKept ? file(request, url.pathname, world) : null;
}

/**
 * Answers with the page from the server, so that users get the newest version. If the server does not respond in time,
 * answers with the cached page.
 */
async function page(shell: AppShell, request: Request, world: ShellDeps): Promise<Response> {
  const kept = async () => (await world.caches.open(cacheName(shell))).match(PAGE);
  try {
    const answer = await world.fetch(request, { signal: world.deadline(PAGE_TIMEOUT_MS) });
    return answer.status < 500 ? answer : ((await kept()) ?? answer);
  } catch (failure) {
    const copy = await kept();
    if (copy) return copy;
    throw failure;
  }
}

async function file(request: Request, path: string, { caches, fetch }: ShellDeps): Promise<Response> {
  return (await caches.match(path)) ?? fetch(request);
}

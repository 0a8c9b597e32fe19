/** The build of this worker: every file of the app, and a version that changes with any of them. */
export type Shell = { readonly version: string; readonly files: readonly string[] };

export type ShellWorld = {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** Returns a signal that aborts after that many milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
};

const PREFIX = 'vigia-shell-';
const PAGE = '/index.html';
/** Maximum wait for a page from the server before the cached copy is used. */
const PAGE_PATIENCE_MS = 4_000;
/** Paths of server endpoints: never a page, and never cached. */
const FOR_PROGRAMS =
  /^\/(?:api|auth|rest|docs|dev|health|ready|metrics|openapi\.json|config\.json|storage|realtime|functions)(?:\/|$)/;

const cacheName = ({ version }: Shell): string => PREFIX + version;

/** Caches every file of the build. @throws if one file is missing */
export async function keepShell(shell: Shell, { caches, fetch }: ShellWorld): Promise<void> {
  const cache = await caches.open(cacheName(shell));
  await Promise.all(
    shell.files.map(async (path) => {
      // Hashed names never change; for the others the browser cache may hold an older copy.
      const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

/** Keeps the caches of this build and the previous one: an open window of that build still loads its parts. */
export async function forgetOldShells(shell: Shell, { caches }: ShellWorld): Promise<void> {
  const own = cacheName(shell);
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Answers build files from the cache, and pages from the server, or from the cache while the server is unreachable.
 * Returns null for every other request: the API and everything behind a session goes to the server without the worker,
 * and is never cached.
 */
export function answerOf(shell: Shell, request: Request, world: ShellWorld): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== world.origin || FOR_PROGRAMS.test(url.pathname)) return null;
  if (request.mode === 'navigate') return url.pathname.includes('.') ? null : page(shell, request, world);
  const isKept = shell.files.includes(url.pathname) || url.pathname.startsWith('/assets/');
  return isKept ? file(request, url.pathname, world) : null;
}

/** Prefers the server, so that no user stays on an old version. */
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

/** The build of this worker: every file of the app, and a version that changes with any of them. */
export type Shell = { readonly version: string; readonly files: readonly string[] };

export type ShellWorld = {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  readonly origin: string;
  /** Returns a signal that aborts after `ms` milliseconds. */
  readonly deadline: (ms: number) => AbortSignal;
};

const PREFIX = 'vigia-shell-';
const PAGE = '/index.html';
/** Longest wait for a page from the server before the cached copy is used, in milliseconds. */
const PAGE_PATIENCE_MS = 4_000;
/** Paths of server endpoints, which are never a page and never cached. */
const FOR_PROGRAMS =
  /^\/(?:api|auth|rest|docs|dev|health|ready|metrics|openapi\.json|config\.json|storage|realtime|functions)(?:\/|$)/;

const cacheName = ({ version }: Shell): string => PREFIX + version;

/**
 * Caches every file of the build.
 * @throws Error if one file is missing
 */
export async function keepShell(shell: Shell, { caches, fetch }: ShellWorld): Promise<void> {
  const cache = await caches.open(cacheName(shell));
  await Promise.all(
    shell.files.map(async (path) => {
      // Hashed names never change; for the other files the browser cache may hold an older copy.
      const answer = await fetch(path, { cache: path.startsWith('/assets/') ? 'default' : 'reload' });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      await cache.put(path, answer);
    }),
  );
}

/**
 * Deletes all caches but those of this build and the previous one, because an open window of the previous build still
 * loads its parts.
 */
export async function forgetOldShells(shell: Shell, { caches }: ShellWorld): Promise<void> {
  const own = cacheName(shell);
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/**
 * Answers build files from the cache, and pages from the server, or from the cache while the server is unreachable.
 * Returns null for every other request: requests to the API and to everything behind a session go to the server without
 * the worker and are never cached.
 */
export function answerOf(shell: Shell, request: Request, world: ShellWorld): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== world.origin || FOR_PROGRAMS.test(url.pathname)) return null;
  if (request.mode === 'navigate') return url.pathname.includes('.') ? null : page(shell, request, world);
  const isKept = shell.files.includes(url.pathname) || url.pathname.startsWith('/assets/');
  return isKept ? file(request, url.pathname, world) : null;
}

/**
 * Answers with the page of the server, so that no user stays on an old version, or with the cached page if the server
 * does not answer in time.
 */
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

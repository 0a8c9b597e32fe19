import { beforeEach, describe, expect, it } from 'vitest';
import { type AppShell, cacheAppShell, forgetOldShells, respondFromShell, type ShellDeps } from './shell.ts';

const ORIGIN = 'https://vigia.example';
const SHELL: AppShell = { version: 'b', files: ['/index.html', '/theme.js', '/assets/app-12345678.js'] };

class FakeCache {
  readonly kept = new Map<string, Response>();
  put = async (path: string, answer: Response) => void this.kept.set(path, answer);
  match = async (path: string) => this.kept.get(path)?.clone();
}

class FakeCaches {
  readonly all = new Map<string, FakeCache>();
  open = async (name: string) => {
    const cache = this.all.get(name) ?? new FakeCache();
    this.all.set(name, cache);
    return cache;
  };
  keys = async () => [...this.all.keys()];
  delete = async (name: string) => this.all.delete(name);
  match = async (path: string) => {
    for (const cache of this.all.values()) {
      const answer = await cache.match(path);
      if (answer) return answer;
    }
    return undefined;
  };
}

let caches: FakeCaches;
let asked: string[];
let network: (path: string) => Response | Promise<Response>;
let world: ShellDeps;
beforeEach(() => {
  caches = new FakeCaches();
  asked = [];
  network = (path) => new Response(`fresh ${path}`);
  world = {
    // The fake implements the part of the browser API that the worker uses.
    caches: caches as unknown as CacheStorage,
    origin: ORIGIN,
    deadline: () => new AbortController().signal,
    fetch: async (input, init) => {
      const path = new URL(input instanceof Request ? input.url : String(input), ORIGIN).pathname;
      asked.push(init?.cache ? `${path} ${init.cache}` : path);
      return network(path);
    },
  };
});

/** Creates a request for a page. The requests of jsdom cannot have the mode `navigate`. */
const requestOf = (path: string, { mode = 'navigate', method = 'GET' } = {}): Request =>
  new Proxy(new Request(new URL(path, ORIGIN), { method }), {
    get: (target, name) => (name === 'mode' ? mode : Reflect.get(target, name)),
  });
const answer = async (path: string, how = {}) =>
  (await respondFromShell(SHELL, requestOf(path, how), world))?.text() ?? null;

describe('cacheAppShell, which caches the files of the app,', () => {
  it('caches every file of the build, and bypasses the browser cache for files whose name contains no hash', async () => {
    await cacheAppShell(SHELL, world);
    expect([...(caches.all.get('vigia-shell-b')?.kept.keys() ?? [])].sort()).toEqual([...SHELL.files].sort());
    expect(asked.sort()).toEqual(['/assets/app-12345678.js default', '/index.html reload', '/theme.js reload']);
  });

  it('fails if one file cannot be loaded', async () => {
    network = (path) => new Response('', { status: path === '/theme.js' ? 404 : 200 });
    await expect(cacheAppShell(SHELL, world)).rejects.toThrow('/theme.js: 404');
  });

  it('keeps the files of the previous build, which an open window may still use, and deletes older builds', async () => {
    for (const name of ['vigia-shell-x', 'vigia-shell-y', 'vigia-shell-a', 'vigia-shell-b', 'others']) {
      await caches.open(name);
    }
    await forgetOldShells(SHELL, world);
    expect(await caches.keys()).toEqual(['vigia-shell-a', 'vigia-shell-b', 'others']);
  });
});

describe('answerOf, which answers requests in the service worker,', () => {
  beforeEach(async () => {
    await cacheAppShell(SHELL, world);
    asked = [];
  });

  it('returns a page from the server', async () => {
    network = () => new Response('the newest page');
    expect(await answer('/dashboard')).toBe('the newest page');
  });

  it.each(['/dashboard', '/strategies/pcr', '/'])(
    'answers %s from the cache if the server does not respond',
    async (path) => {
      network = () => Promise.reject(new TypeError('offline'));
      expect(await answer(path)).toBe('fresh /index.html');
    },
  );

  it('returns the cached page if a proxy reports that the server is down, and returns other error responses unchanged', async () => {
    network = () => new Response('bad gateway', { status: 502 });
    expect(await answer('/dashboard')).toBe('fresh /index.html');
    network = () => new Response('slow down', { status: 429 });
    expect(await answer('/dashboard')).toBe('slow down');
  });

  it('returns build files from the cache without a request', async () => {
    expect(await answer('/assets/app-12345678.js', { mode: 'cors' })).toBe('fresh /assets/app-12345678.js');
    expect(asked).toEqual([]);
  });

  it('returns cached files of the previous build, and requests unknown files', async () => {
    const before = await caches.open('vigia-shell-a');
    await before.put('/assets/old-12345678.js', new Response('the old part'));
    expect(await answer('/assets/old-12345678.js', { mode: 'cors' })).toBe('the old part');
    expect(await answer('/assets/new-12345678.js', { mode: 'cors' })).toBe('fresh /assets/new-12345678.js');
  });

  it.each([
    ['/api/v1/trading/active', {}],
    ['/api/v1/account/export', { mode: 'navigate' }],
    ['/auth/v1/user', { mode: 'cors' }],
    ['/auth/v1/verify?token=x', { mode: 'navigate' }],
    ['/rest/v1/users', { mode: 'cors' }],
    ['/config.json', { mode: 'cors' }],
    ['/health', { mode: 'cors' }],
    ['/docs', { mode: 'navigate' }],
    ['/dev/mailbox', { mode: 'navigate' }],
    ['/sw.js', { mode: 'cors' }],
    ['/assets/app-12345678.js', { mode: 'cors', method: 'POST' }],
  ])('does not answer %s, so that the browser sends the request to the server', async (path, how) => {
    expect(respondFromShell(SHELL, requestOf(path, how), world)).toBeNull();
  });

  it('ignores requests to other origins', () => {
    expect(respondFromShell(SHELL, requestOf('https://elsewhere.example/dashboard'), world)).toBeNull();
  });

  it('does not add a response to the cache', async () => {
    const before = [...(caches.all.get('vigia-shell-b')?.kept.keys() ?? [])];
    for (const path of ['/dashboard', '/settings', '/']) await answer(path);
    await answer('/assets/new-12345678.js', { mode: 'cors' });
    expect([...(caches.all.get('vigia-shell-b')?.kept.keys() ?? [])]).toEqual(before);
    expect(await caches.keys()).toEqual(['vigia-shell-b']);
  });
});

import { openPushNotification, showPushNotification } from './push-notifications.ts';
import { type AppShell, cacheAppShell, forgetOldShells, respondFromShell, type ShellDeps } from './shell.ts';
import type { WorkerScope } from './worker-scope.ts';

/** The files of the build. The build replaces this constant by the list of files. */
declare const VIGIA_SHELL: AppShell;

/**
 * Events of a service worker. A promise passed to `waitUntil` prevents the browser from stopping the worker until the
 * promise settles.
 */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Event & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Pushed = Waiting & { readonly data: { text(): string } | null };
type Clicked = Waiting & { readonly notification: Notification };
type WorkerEvents = {
  install: Waiting;
  activate: Waiting;
  fetch: Fetching;
  push: Pushed;
  notificationclick: Clicked;
  message: MessageEvent<unknown>;
};

declare const self: WorkerScope & {
  readonly location: Location;
  addEventListener<Name extends keyof WorkerEvents>(name: Name, heard: (event: WorkerEvents[Name]) => void): void;
};

const world: ShellDeps = {
  caches,
  fetch: (input, init) => fetch(input, init),
  origin: self.location.origin,
  deadline: (ms) => AbortSignal.timeout(ms),
};

self.addEventListener('install', (event) => event.waitUntil(cacheAppShell(VIGIA_SHELL, world)));

self.addEventListener('activate', (event) =>
  event.waitUntil(forgetOldShells(VIGIA_SHELL, world).then(() => self.clients.claim())),
);

self.addEventListener('fetch', (event) => {
  const answer = respondFromShell(VIGIA_SHELL, event.request, world);
  if (answer) event.respondWith(answer);
});

// The page sends this message when the user accepts the new version. This worker, which is the new version, then
// replaces the running one.
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});

self.addEventListener('push', (event) => event.waitUntil(showPushNotification(self, event.data?.text())));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPushNotification(self, event.notification.data, world.origin));
});

import { beforeEach, expect, it } from 'vitest';
import { type WorkerContainer, WorkerUpdates } from './worker-updates.ts';

/** A fake service worker of one version. `said` contains the messages that it received. */
class FakeWorker extends EventTarget {
  readonly said: unknown[] = [];
  postMessage = (message: unknown) => void this.said.push(message);
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null;
  waiting: FakeWorker | null = null;
  looks = 0;
  update = async () => void (this.looks += 1);

  /** Installs a new version. It then waits until it is activated. */
  bring(): FakeWorker {
    const worker = new FakeWorker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    [this.installing, this.waiting] = [null, worker];
    worker.dispatchEvent(new Event('statechange'));
    return worker;
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null;
  readonly registration = new FakeRegistration();
  asked: unknown[] = [];
  register = async (...asked: unknown[]) => {
    this.asked = asked;
    return this.registration;
  };
  /** Makes the waiting service worker the controller of the page. */
  takeOver(worker: FakeWorker): void {
    this.controller = worker;
    this.registration.waiting = null;
    this.dispatchEvent(new Event('controllerchange'));
  }
}

let container: FakeContainer;
let reloads: number;
let changes: number;
let updates: WorkerUpdates;
beforeEach(() => {
  container = new FakeContainer();
  [reloads, changes] = [0, 0];
});
async function start(controller: FakeWorker | null = new FakeWorker()) {
  container.controller = controller;
  // The fake implements the part of the browser API that WorkerUpdates uses.
  updates = new WorkerUpdates(container as unknown as WorkerContainer, {
    reload: () => void (reloads += 1),
    changed: () => void (changes += 1),
  });
  const stop = updates.start();
  await Promise.resolve();
  await Promise.resolve();
  return stop;
}

it('WorkerUpdates registers the service worker so that the browser never takes it from a cache', async () => {
  await start();
  expect(container.asked).toEqual(['/sw.js', { updateViaCache: 'none' }]);
  expect(updates.isReady).toBe(false);
});

it('WorkerUpdates reports a waiting version, and reloads the page after the user has accepted it and it is active', async () => {
  await start();
  const worker = container.registration.bring();
  expect([updates.isReady, changes > 0, reloads]).toEqual([true, true, 0]);
  updates.accept();
  expect([worker.said, reloads]).toEqual([['take-over'], 0]);
  container.takeOver(worker);
  expect(reloads).toBe(1);
});

it('WorkerUpdates finds a version that was already waiting when the page opened', async () => {
  container.registration.waiting = new FakeWorker();
  await start();
  expect(updates.isReady).toBe(true);
});

it('WorkerUpdates reports a version that is still installing when the page registers the service worker', async () => {
  const worker = new FakeWorker();
  container.registration.installing = worker;
  await start();
  const before = changes;
  [container.registration.installing, container.registration.waiting] = [null, worker];
  worker.dispatchEvent(new Event('statechange'));
  expect([updates.isReady, changes]).toEqual([true, before + 1]);
});

it('WorkerUpdates offers a reload, and does not reload by itself, if another window activates the new version', async () => {
  await start();
  container.takeOver(container.registration.bring());
  expect([reloads, updates.isReady]).toEqual([0, true]);
  updates.accept();
  expect(reloads).toBe(1);
});

it('WorkerUpdates does not report the first service worker as an update', async () => {
  await start(null);
  const first = container.registration.bring();
  expect(updates.isReady).toBe(false);
  container.takeOver(first);
  expect([updates.isReady, reloads]).toEqual([false, 0]);
});

it('WorkerUpdates checks for a new version on request, and reports no version after it is stopped', async () => {
  const stop = await start();
  updates.look();
  expect(container.registration.looks).toBe(1);
  stop();
  container.takeOver(new FakeWorker());
  expect([reloads, updates.isReady]).toEqual([0, false]);
});

it('WorkerUpdates does nothing and throws no error if the browser refuses the registration', async () => {
  container.register = () => Promise.reject(new Error('refused'));
  await start();
  expect(updates.isReady).toBe(false);
});

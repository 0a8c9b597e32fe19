/** The part of the browser's service worker container that WorkerUpdates uses. */
export type WorkerContainer = Pick<
  ServiceWorkerContainer,
  'controller' | 'register' | 'addEventListener' | 'removeEventListener'
>;

const WORKER = '/sw.js';

/** Watches for a waiting version of the service worker, and activates it. */
export class WorkerUpdates {
  readonly #container: WorkerContainer;
  readonly #reload: () => void;
  readonly #changed: () => void;
  #registration: ServiceWorkerRegistration | null = null;
  #isAccepted = false;
  /** Whether another window has activated the new version. The new worker then controls this page too. */
  #isTakenOver = false;

  constructor(container: WorkerContainer, { reload, changed }: { reload: () => void; changed: () => void }) {
    this.#container = container;
    this.#reload = reload;
    this.#changed = changed;
  }

  /**
   * Registers the service worker. If the browser refuses, the app works without it.
   * @returns the function that stops the updates
   */
  start(): () => void {
    const hadOne = this.#container.controller !== null;
    const takeOver = () => {
      if (this.#isAccepted) return this.#reload();
      // The very first service worker has the same version as the page that it starts to control, so there is no
      // update.
      if (!hadOne && !this.#isTakenOver) return;
      this.#isTakenOver = true;
      this.#changed();
    };
    this.#container.addEventListener('controllerchange', takeOver);
    this.#register().catch(() => {});
    return () => this.#container.removeEventListener('controllerchange', takeOver);
  }

  get isReady(): boolean {
    return this.#isTakenOver || (this.#container.controller !== null && this.#registration?.waiting != null);
  }

  /** Asks the server for a new version. */
  look(): void {
    this.#registration?.update().catch(() => {});
  }

  /** Activates the waiting version. Reloads the page when the new service worker is active. */
  accept(): void {
    const waiting = this.#registration?.waiting;
    if (this.#isTakenOver || !waiting) return this.#reload();
    this.#isAccepted = true;
    waiting.postMessage('take-over', []);
  }

  async #register(): Promise<void> {
    const registration = await this.#container.register(WORKER, { updateViaCache: 'none' });
    // A browser that a test controls may refuse the registration without an error.
    if (!registration) return;
    this.#registration = registration;
    this.#changed();
    const follow = () => registration.installing?.addEventListener('statechange', () => this.#changed());
    registration.addEventListener('updatefound', follow);
    // The browser itself checks for updates on every page load, so it may already have found a new version.
    follow();
  }
}

/** The part of the browser's service worker container that updates need. */
export type WorkerContainer = Pick<
  ServiceWorkerContainer,
  'controller' | 'register' | 'addEventListener' | 'removeEventListener'
>;

const WORKER = '/sw.js';

/** Whether another version waits, and how one goes over to it. */
export class WorkerUpdates {
  readonly #container: WorkerContainer;
  readonly #reload: () => void;
  readonly #changed: () => void;
  #registration: ServiceWorkerRegistration | null = null;
  #isAccepted = false;
  /** Another window went over to the new version: its worker answers here too already. */
  #isTakenOver = false;

  constructor(container: WorkerContainer, { reload, changed }: { reload: () => void; changed: () => void }) {
    this.#container = container;
    this.#reload = reload;
    this.#changed = changed;
  }

  /** Registers the worker; a browser that refuses goes on without. The answer ends it. */
  start(): () => void {
    const hadOne = this.#container.controller !== null;
    const takeOver = () => {
      if (this.#isAccepted) return this.#reload();
      // The very first worker takes over a page that is as new as itself.
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

  /** Asks the server whether there is another version. */
  look(): void {
    this.#registration?.update().catch(() => {});
  }

  /** Goes over to the version that waits, and loads the page anew once it is there. */
  accept(): void {
    const waiting = this.#registration?.waiting;
    if (this.#isTakenOver || !waiting) return this.#reload();
    this.#isAccepted = true;
    waiting.postMessage('take-over', []);
  }

  async #register(): Promise<void> {
    const registration = await this.#container.register(WORKER, { updateViaCache: 'none' });
    // A browser under a test's control may refuse without saying so.
    if (!registration) return;
    this.#registration = registration;
    this.#changed();
    const follow = () => registration.installing?.addEventListener('statechange', () => this.#changed());
    registration.addEventListener('updatefound', follow);
    // The browser looks for itself at every page it opens, and may have been faster.
    follow();
  }
}

/** The part of the service worker's global scope that this worker uses. */
export interface WorkerScope {
  readonly registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: true;
    }): Promise<readonly WorkerClient[]>;
    openWindow(url: string): Promise<WorkerClient | null>;
  };
  skipWaiting(): Promise<void>;
}

/** A window of the app. */
export interface WorkerClient {
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WorkerClient>;
}

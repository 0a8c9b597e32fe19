import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** Returns a component whose code loads when it first renders. `fallback` is visible during the load. */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await loadPatiently(load) }));
  return (props) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}

/** The browser functions that control the retries. Tests replace them. */
export type RetryControls = {
  readonly isOnline: () => boolean;
  /** Resolves when the device is online again. */
  readonly back: () => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
};

const BROWSER: RetryControls = {
  isOnline: () => navigator.onLine,
  back: () => new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * Waiting times between retries in milliseconds. If the last retry fails while the device is online, the file no longer
 * exists on the server.
 */
const WAITS_MS = [500, 2_000, 5_000];

/**
 * Loads a chunk of the app with retries. While the device is offline, the function waits instead of failing, because a
 * failure would replace the whole screen by an error.
 * @throws the last load error while online
 */
export async function loadPatiently<Part>(load: () => Promise<Part>, line: RetryControls = BROWSER): Promise<Part> {
  for (let failures = 0; ; ) {
    try {
      return await load();
    } catch (failure) {
      if (!line.isOnline()) {
        await line.back();
        continue;
      }
      const waitMs = WAITS_MS[failures];
      if (waitMs === undefined) throw failure;
      failures += 1;
      await line.pause(waitMs);
    }
  }
}

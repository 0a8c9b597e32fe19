import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** Returns a component whose code loads when it is first shown; `fallback` is rendered meanwhile. */
export function onDemand<Props extends object>(
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

/** Browser functions that control the retries; a test replaces them. */
export type LineWatch = {
  readonly isOnline: () => boolean;
  /** Resolves when the machine is online again. */
  readonly back: () => Promise<void>;
  readonly pause: (ms: number) => Promise<void>;
};

const BROWSER: LineWatch = {
  isOnline: () => navigator.onLine,
  back: () => new Promise((resolve) => window.addEventListener('online', () => resolve(), { once: true })),
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Waits between retries in milliseconds: a file that is still missing after them, while online, is gone. */
const WAITS_MS = [500, 2_000, 5_000];

/**
 * Loads a part of the app and retries. While the machine is offline it waits, because a failure would take down the
 * whole screen for a part that is not shown yet.
 * @throws the last load error while online
 */
export async function loadPatiently<Part>(load: () => Promise<Part>, line: LineWatch = BROWSER): Promise<Part> {
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

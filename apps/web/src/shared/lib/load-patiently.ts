/** What of the browser decides when to try again; a test moves it. */
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

/** Online, a file that is not there after these waits is gone. */
const WAITS_MS = [500, 2_000, 5_000];

/**
 * Loads a part of the app; a broken line is waited for, since without it the whole screen would fail for a part that is
 * not even shown yet. @throws what loading threw last, where the line is good
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

import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  // One worker takes all pictures one after another. The pictures start at the same time as the longest end-to-end
  // tests. A later start would leave the second worker without work.
  projects: [
    { name: 'pictures', testMatch: 'visual/*.e2e.ts' },
    { name: 'journeys', testMatch: 'flows/*.e2e.ts' },
  ],
  outputDir: '../test-results/browser',
  // Each worker has its own server, database and browser. An end-to-end test spends most of its time waiting for one of
  // them.
  workers: 2,
  forbidOnly: true,
  // The timeout is long, because a shared machine may stall for seconds. A test that passes does not wait for it.
  timeout: 90_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/visual/pictures/{arg}{ext}',
      // Stored pictures have only 256 colours, so some hundred pixels differ from the screen.
      threshold: 0.05,
      maxDiffPixels: 200,
    },
  },
  // Only `npm run pictures` updates the pictures, and a developer reviews them.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'es-MX',
    // Playwright cannot see requests that a service worker handles. The end-to-end tests that need a service worker
    // allow it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording takes a fifth of the CPU time, and is thrown away after a test that passes. e2e/README.md says how to
    // record one test.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: [
        // These flags are for containers. There the browser runs as root, which has no sandbox, and /dev/shm is small.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // These flags stop requests of the browser itself, so that only the page under test sends requests.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

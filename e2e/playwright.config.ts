import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  // One worker takes all pictures one after another. They start together with the longest journeys: started last, they
  // ran with an idle second worker.
  projects: [
    { name: 'pictures', testMatch: 'visual/*.e2e.ts' },
    { name: 'journeys', testMatch: 'flows/*.e2e.ts' },
  ],
  outputDir: '../test-results/browser',
  // Each worker has a server, a database and a browser of its own. A journey spends most of its time waiting for one of
  // them.
  workers: 2,
  forbidOnly: true,
  // Long, because a shared machine may stall for seconds; a test that passes never waits that long.
  timeout: 90_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/visual/pictures/{arg}{ext}',
      // Older pictures have only 256 colours, so some hundred pixels differ from the screen.
      threshold: 0.05,
      maxDiffPixels: 200,
    },
  },
  // `npm run pictures` renews the pictures, and a person reviews them.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'es-MX',
    // Tests cannot see the responses of a service worker; the journey that needs one allows it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Screenshots of every frame would take a fifth of the whole run; the trace still has the DOM at each step.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: [
        // For containers: the root user has no sandbox there, and /dev/shm is small.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // Only the page under test may send requests.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

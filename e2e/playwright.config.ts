import { defineConfig } from '@playwright/test';
import { findBrowser } from './browser.ts';

const executablePath = findBrowser();

export default defineConfig({
  testDir: '.',
  // The pictures, which one worker takes one after the other, begin beside the longest journeys: at the end they
  // stood alone.
  projects: [
    { name: 'pictures', testMatch: 'visual/*.e2e.ts' },
    { name: 'journeys', testMatch: 'flows/*.e2e.ts' },
  ],
  outputDir: '../test-results/browser',
  // Each with a server, a database and a browser of its own: a journey waits for one of them most of the time.
  workers: 2,
  forbidOnly: true,
  // Patience costs nothing where all goes well: a shared machine may stand still for seconds.
  timeout: 90_000,
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      pathTemplate: '{testDir}/visual/pictures/{arg}{ext}',
      // Older pictures have 256 colours: some hundred pixels differ from the screen for that reason.
      threshold: 0.05,
      maxDiffPixels: 200,
    },
  },
  // `npm run pictures` renews pictures, and a person looks at them.
  updateSnapshots: 'none',
  reporter: [['list'], ['json', { outputFile: '../test-results/browser.json' }]],
  use: {
    browserName: 'chromium',
    locale: 'es-MX',
    // Tests cannot see a service worker's answers; the journey that needs one allows it.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Pictures of every frame cost a fifth of the whole run; the page as it was at each step stays.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      ...(executablePath !== null && { executablePath }),
      args: [
        // Containers: root has no sandbox and /dev/shm is small.
        '--no-sandbox',
        '--disable-dev-shm-usage',
        // Nothing but the page under test may speak.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});

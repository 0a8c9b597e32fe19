import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { preloadFirstScreen } from './build/first-screen.ts';
import { buildLocale, DEFAULT_LOCALE } from './build/locales.ts';
import { serviceWorker } from './build/service-worker.ts';
import { removeDocumentation } from './build/without-documentation.ts';

const API = process.env['VIGIA_API'] ?? 'http://127.0.0.1:3000';
const PROXIED = ['/api', '/auth/v1', '/rest/v1', '/config.json', '/health'];

/**
 * Configuration of the build. In production, one origin serves the app and the API. The development server therefore
 * forwards all requests that are not for files of the app to a running `npm start`.
 */
export default defineConfig({
  plugins: [
    buildLocale(process.env['VIGIA_LOCALE'] ?? DEFAULT_LOCALE),
    removeDocumentation(),
    react(),
    tailwindcss(),
    preloadFirstScreen(),
    serviceWorker(),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    // The package that users install contains the licences of what is bundled.
    license: true,
    // The first load contains the names of all chunks that may load later. Hashes of seven characters, the fewest
    // possible, keep this list short.
    rolldownOptions: { output: { chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: { proxy: Object.fromEntries(PROXIED.map((path) => [path, { target: API, ws: path === '/api' }])) },
});

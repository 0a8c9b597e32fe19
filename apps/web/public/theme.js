/* Runs before the first paint, so that nobody sees the other theme flash. Keys as in src/shared/lib/theme.ts. */
try {
  const choice = localStorage.getItem('app_theme');
  const isLight = choice === 'system' ? !matchMedia('(prefers-color-scheme: dark)').matches : choice === 'light';
  document.documentElement.classList.toggle('dark', !isLight);
  document.documentElement.classList.toggle('cb', localStorage.getItem('app_colors') === 'cb');
} catch {
  document.documentElement.classList.add('dark');
}

/*
 * Before any schema is made: what our Content-Security-Policy refuses, making code from text, zod then does not even try.
 * Its own z.config({ jitless: true }) fills this same object, but the modules that make schemas run before any of ours could.
 */
// oxlint-disable-next-line no-underscore-dangle -- that is zod's name for it
globalThis.__zod_globalConfig = { jitless: true };

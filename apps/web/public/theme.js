/* Runs before the first paint, so that the wrong theme never flashes. The keys are those of src/shared/lib/theme.ts. */
try {
  const choice = localStorage.getItem('app_theme');
  const isLight = choice === 'system' ? !matchMedia('(prefers-color-scheme: dark)').matches : choice === 'light';
  document.documentElement.classList.toggle('dark', !isLight);
  document.documentElement.classList.toggle('cb', localStorage.getItem('app_colors') === 'cb');
} catch {
  document.documentElement.classList.add('dark');
}

/*
 * zod compiles its schemas from text, which our Content-Security-Policy forbids. With `jitless`, zod does not compile
 * them. A call of z.config({ jitless: true }) sets the same object, but our code would call it too late: modules that
 * create schemas run first.
 */
// oxlint-disable-next-line no-underscore-dangle -- the name is zod's
(globalThis.__zod_globalConfig ??= {}).jitless = true;

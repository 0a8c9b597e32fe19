/* Runs before the first paint, so that nobody sees the other theme flash. Keys as in src/shared/lib/theme.ts. */
try {
  const choice = localStorage.getItem('app_theme');
  const isLight = choice === 'system' ? !matchMedia('(prefers-color-scheme: dark)').matches : choice === 'light';
  document.documentElement.classList.toggle('dark', !isLight);
  document.documentElement.classList.toggle('cb', localStorage.getItem('app_colors') === 'cb');
} catch {
  document.documentElement.classList.add('dark');
}

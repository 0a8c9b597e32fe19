/* Runs before the first paint, so that nobody sees the other theme flash. Keys as in src/shared/lib/theme.ts. */
try {
  document.documentElement.classList.toggle('dark', localStorage.getItem('app_theme') !== 'light');
  document.documentElement.classList.toggle('cb', localStorage.getItem('app_colors') === 'cb');
} catch {
  document.documentElement.classList.add('dark');
}

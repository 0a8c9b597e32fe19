/** Paths of all pages of the app. */
export const PATHS = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  notMe: '/no-fui-yo',
  verifyRecord: '/verificar',
  dashboard: '/dashboard',
  connections: '/connections',
  strategies: '/strategies',
  binaries: '/strategies/binarias',
  pcr: '/strategies/pcr',
  pcrDebug: '/strategies/pcr/debug',
  tests: '/strategies/pruebas',
  calculator: '/calculator',
  settings: '/settings',
  profile: '/profile',
  verdicts: '/ayuda/veredictos',
} as const;

/** Paths of protected pages that the menu shows as locked because they are not available yet. */
export const LOCKED_PATHS = [
  '/strategies/opciones',
  '/strategies/forex',
  '/strategies/futuros',
  '/backtesting/binarias',
  '/backtesting/opciones',
  '/backtesting/forex',
  '/backtesting/futuros',
  '/metrics',
] as const;

/** Every path of the app. */
export const PATHS = {
  landing: '/',
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  notMe: '/no-fui-yo',
  dashboard: '/dashboard',
  connections: '/connections',
  strategies: '/strategies',
  binaries: '/strategies/binarias',
  pcr: '/strategies/pcr',
  pcrDebug: '/strategies/pcr/debug',
  calculator: '/calculator',
  settings: '/settings',
  profile: '/profile',
} as const;

/** Protected pages that are announced but not available yet. */
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

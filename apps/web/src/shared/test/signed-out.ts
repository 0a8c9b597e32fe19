import type { AuthContextValue } from '#shared/auth/auth-context.ts';

/** The auth context without a signed-in user. Tests override single values. */
export const SIGNED_OUT: AuthContextValue = {
  user: null,
  profile: null,
  session: null,
  loading: false,
  error: null,
  isAuthenticated: false,
  needsSecondFactor: false,
  cameByRecovery: false,
  isPasswordDue: false,
  settlePassword: () => {},
  isAdmin: false,
  isPremium: false,
  signIn: async () => 'in',
  signUp: async () => 'confirm',
  signInDemo: async () => {},
  signOut: () => {},
  updateProfile: async () => {},
  reloadProfile: async () => {},
  backend: () => Promise.reject(new Error('this test hands out no auth service')),
};

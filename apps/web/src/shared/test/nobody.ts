import type { AuthContextValue } from '#shared/auth/auth-context.ts';

/** The auth context while nobody is signed in; a test changes what it needs. */
export const NOBODY: AuthContextValue = {
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

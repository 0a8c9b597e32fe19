import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { calculatorSearch } from '#features/calculator/model/address.ts';
import { activitySearch } from '#features/dashboard/activity-tab.ts';
import { LOCKED_PATHS, PATHS } from '#shared/lib/paths.ts';
import { CrashScreen } from './crash-screen.tsx';
import { SignedOutOnly } from './guards.tsx';
import { lazyRoute } from './lazy-route.tsx';
import { parseLimitsSearch } from './limits-search.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { parseSetupSearch } from './setup-search.ts';
import { parseTestsSearch } from './tests-search.ts';

const root = createRootRoute({ notFoundComponent: NotFoundScreen });

const landing = createRoute({
  getParentRoute: () => root,
  path: PATHS.landing,
  component: lazyRoute(() => import('./landing-screen.tsx'), 'LandingScreen'),
});

const authLayout = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: lazyRoute(() => import('./layout/sign-in-frame.tsx'), 'SignInFrame'),
});
const signedOutOnly = createRoute({ getParentRoute: () => authLayout, id: 'signed-out', component: SignedOutOnly });
const login = createRoute({
  getParentRoute: () => signedOutOnly,
  path: PATHS.login,
  component: lazyRoute(() => import('#features/auth/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => signedOutOnly,
  path: PATHS.register,
  component: lazyRoute(() => import('#features/auth/register-page.tsx'), 'RegisterPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.verifyEmail,
  component: lazyRoute(() => import('#features/auth/verify-email-page.tsx'), 'VerifyEmailPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.forgotPassword,
  component: lazyRoute(() => import('#features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.resetPassword,
  component: lazyRoute(() => import('#features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const notMe = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.notMe,
  component: lazyRoute(() => import('#features/auth/not-me-page.tsx'), 'NotMePage'),
});

const verifyRecord = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.verifyRecord,
  component: lazyRoute(() => import('#features/record/record-page.tsx'), 'RecordPage'),
});

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: lazyRoute(() => import('./layout/main-layout.tsx'), 'MainLayout'),
});

const strategies = createRoute({
  getParentRoute: () => main,
  path: PATHS.strategies,
  component: () => <Navigate to={PATHS.binaries} replace />,
});

const settings = createRoute({
  getParentRoute: () => main,
  path: PATHS.settings,
  validateSearch: parseLimitsSearch,
  component: lazyRoute(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
});

const profile = createRoute({
  getParentRoute: () => main,
  path: PATHS.profile,
  component: lazyRoute(() => import('#features/profile/profile-page.tsx'), 'ProfilePage'),
});

const dashboard = createRoute({
  getParentRoute: () => main,
  path: PATHS.dashboard,
  validateSearch: activitySearch,
  component: lazyRoute(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});

const binaries = createRoute({
  getParentRoute: () => main,
  path: PATHS.binaries,
  component: lazyRoute(() => import('./binaries-screen.tsx'), 'StrategiesScreen'),
});

const pcr = createRoute({
  getParentRoute: () => main,
  path: PATHS.pcr,
  validateSearch: parseSetupSearch,
  component: lazyRoute(() => import('./pcr-screen.tsx'), 'PcrScreen'),
});
const pcrDebug = createRoute({
  getParentRoute: () => main,
  path: PATHS.pcrDebug,
  validateSearch: parseSetupSearch,
  component: lazyRoute(() => import('./pcr-screen.tsx'), 'PcrDebugScreen'),
});

const tests = createRoute({
  getParentRoute: () => main,
  path: PATHS.tests,
  validateSearch: parseTestsSearch,
  component: lazyRoute(() => import('./binaries-screen.tsx'), 'TestsScreen'),
});

const connections = createRoute({
  getParentRoute: () => main,
  path: PATHS.connections,
  component: lazyRoute(() => import('#features/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const calculator = createRoute({
  getParentRoute: () => main,
  path: PATHS.calculator,
  validateSearch: calculatorSearch,
  component: lazyRoute(() => import('./calculator-screen.tsx'), 'CalculatorScreen'),
});

const verdicts = createRoute({
  getParentRoute: () => main,
  path: PATHS.verdicts,
  component: lazyRoute(() => import('#features/help/verdicts-page.tsx'), 'VerdictsPage'),
});

const lockedScreens = LOCKED_PATHS.map((path) =>
  createRoute({
    getParentRoute: () => main,
    path,
    component: lazyRoute(() => import('./locked-screen.tsx'), 'LockedScreen'),
  }),
);

const routeTree = root.addChildren([
  landing,
  authLayout.addChildren([
    signedOutOnly.addChildren([login, register]),
    verifyEmail,
    forgotPassword,
    resetPassword,
    notMe,
    verifyRecord,
  ]),
  main.addChildren([
    dashboard,
    connections,
    strategies,
    binaries,
    pcr,
    pcrDebug,
    tests,
    calculator,
    settings,
    profile,
    verdicts,
    ...lockedScreens,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingComponent: LoadingScreen,
  defaultErrorComponent: ({ error }) => (
    <CrashScreen error={error instanceof Error ? error : new Error(String(error))} />
  ),
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

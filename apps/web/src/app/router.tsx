import { createRootRoute, createRoute, createRouter, Navigate } from '@tanstack/react-router';
import { calculatorSearch } from '#features/calculator/model/address.ts';
import { activitySearch } from '#features/dashboard/activity-tab.ts';
import { LOCKED_PATHS, PATHS } from '#shared/lib/paths.ts';
import { CrashScreen } from './crash-screen.tsx';
import { SignedOutOnly } from './guards.tsx';
import { limitsSearch } from './limits-search.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { routePart } from './route-part.tsx';
import { setupSearch } from './setup-search.ts';
import { testsSearch } from './tests-search.ts';

const root = createRootRoute({ notFoundComponent: NotFoundScreen });

const landing = createRoute({
  getParentRoute: () => root,
  path: PATHS.landing,
  component: routePart(() => import('./landing-screen.tsx'), 'LandingScreen'),
});

const authLayout = createRoute({
  getParentRoute: () => root,
  id: 'auth',
  component: routePart(() => import('./layout/auth-frame.tsx'), 'AuthFrame'),
});
const signedOutOnly = createRoute({ getParentRoute: () => authLayout, id: 'signed-out', component: SignedOutOnly });
const login = createRoute({
  getParentRoute: () => signedOutOnly,
  path: PATHS.login,
  component: routePart(() => import('#features/auth/login-page.tsx'), 'LoginPage'),
});
const register = createRoute({
  getParentRoute: () => signedOutOnly,
  path: PATHS.register,
  component: routePart(() => import('#features/auth/register-page.tsx'), 'RegisterPage'),
});

const verifyEmail = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.verifyEmail,
  component: routePart(() => import('#features/auth/verify-email-page.tsx'), 'VerifyEmailPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.forgotPassword,
  component: routePart(() => import('#features/auth/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.resetPassword,
  component: routePart(() => import('#features/auth/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const notMe = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.notMe,
  component: routePart(() => import('#features/auth/not-me-page.tsx'), 'NotMePage'),
});

const verifyRecord = createRoute({
  getParentRoute: () => authLayout,
  path: PATHS.verifyRecord,
  component: routePart(() => import('#features/record/record-page.tsx'), 'RecordPage'),
});

const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  component: routePart(() => import('./layout/main-layout.tsx'), 'MainLayout'),
});

const strategies = createRoute({
  getParentRoute: () => main,
  path: PATHS.strategies,
  component: () => <Navigate to={PATHS.binaries} replace />,
});

const settings = createRoute({
  getParentRoute: () => main,
  path: PATHS.settings,
  validateSearch: limitsSearch,
  component: routePart(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
});

const profile = createRoute({
  getParentRoute: () => main,
  path: PATHS.profile,
  component: routePart(() => import('#features/profile/profile-page.tsx'), 'ProfilePage'),
});

const dashboard = createRoute({
  getParentRoute: () => main,
  path: PATHS.dashboard,
  validateSearch: activitySearch,
  component: routePart(() => import('./dashboard-screen.tsx'), 'DashboardScreen'),
});

const binaries = createRoute({
  getParentRoute: () => main,
  path: PATHS.binaries,
  component: routePart(() => import('./binaries-screen.tsx'), 'BinariesScreen'),
});

const pcr = createRoute({
  getParentRoute: () => main,
  path: PATHS.pcr,
  validateSearch: setupSearch,
  component: routePart(() => import('./pcr-screen.tsx'), 'PcrScreen'),
});
const pcrDebug = createRoute({
  getParentRoute: () => main,
  path: PATHS.pcrDebug,
  validateSearch: setupSearch,
  component: routePart(() => import('./pcr-screen.tsx'), 'PcrDebugScreen'),
});

const tests = createRoute({
  getParentRoute: () => main,
  path: PATHS.tests,
  validateSearch: testsSearch,
  component: routePart(() => import('./binaries-screen.tsx'), 'TestsScreen'),
});

const connections = createRoute({
  getParentRoute: () => main,
  path: PATHS.connections,
  component: routePart(() => import('#features/connections/connections-page.tsx'), 'ConnectionsPage'),
});

const calculator = createRoute({
  getParentRoute: () => main,
  path: PATHS.calculator,
  validateSearch: calculatorSearch,
  component: routePart(() => import('./calculator-screen.tsx'), 'CalculatorScreen'),
});

const verdicts = createRoute({
  getParentRoute: () => main,
  path: PATHS.verdicts,
  component: routePart(() => import('#features/help/verdicts-page.tsx'), 'VerdictsPage'),
});

const lockedScreens = LOCKED_PATHS.map((path) =>
  createRoute({
    getParentRoute: () => main,
    path,
    component: routePart(() => import('./locked-screen.tsx'), 'LockedScreen'),
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

import { RouterProvider } from '@tanstack/react-router';
import { AuthProvider } from '#shared/auth/auth-provider.tsx';
import { authBackend } from '#shared/auth/backend.ts';
import { VISIT_START } from '#shared/auth/visit-start.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { router } from './router.tsx';

/** Navigates to /login after the session has ended. Does nothing on /login and on the landing page. */
function leaveProtectedPages(): void {
  const { pathname } = window.location;
  if (pathname !== PATHS.login && pathname !== PATHS.landing) void router.navigate({ to: PATHS.login });
}

/**
 * Opens the form for a new password after the user has opened the link of a recovery mail, which may lead to any page.
 * If the user types the code of the mail instead, the screen with the code field navigates by itself.
 */
function chooseNewPassword(): void {
  if (VISIT_START === 'with-sign-in') void router.navigate({ to: PATHS.resetPassword });
}

export const App = () => (
  <ErrorBoundary>
    <AuthProvider connect={authBackend} onSignedOut={leaveProtectedPages} onRecovery={chooseNewPassword}>
      <RouterProvider router={router} />
    </AuthProvider>
  </ErrorBoundary>
);

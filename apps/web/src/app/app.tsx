import { RouterProvider } from '@tanstack/react-router';
import { AuthProvider } from '#shared/auth/auth-provider.tsx';
import { authBackend } from '#shared/auth/backend.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { router } from './router.tsx';

/** Session over: to /login, unless the visitor is there already or on the landing page. */
function leaveProtectedPages(): void {
  const { pathname } = window.location;
  if (pathname !== PATHS.login && pathname !== PATHS.landing) void router.navigate({ to: PATHS.login });
}

export function App() {
  return (
    <ErrorBoundary>
      <AuthProvider connect={authBackend} onSignedOut={leaveProtectedPages}>
        <RouterProvider router={router} />
      </AuthProvider>
    </ErrorBoundary>
  );
}

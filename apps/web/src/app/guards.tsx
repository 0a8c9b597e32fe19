import { Navigate, Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Lets signed-in users through; everybody else goes to /login. */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { loading, isAuthenticated } = useAuth();
  if (loading) return <LoadingScreen />;
  return isAuthenticated ? children : <Navigate to={PATHS.login} replace />;
}

/** For pages that only make sense signed out; a signed-in user goes to /dashboard. */
export function SignedOutOnly() {
  const { loading, isAuthenticated } = useAuth();
  if (loading) return <LoadingScreen />;
  if (isAuthenticated) return <Navigate to={PATHS.dashboard} replace />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  );
}

import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { hasStoredSession } from '#shared/auth/stored-session.ts';
import { useReturnToPage } from '#shared/auth/use-return-to-page.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

/**
 * Renders its children for a signed-in user. If the user has a second factor, they must have passed it. Any other
 * visitor goes to /login and returns after the sign-in. A user from a recovery mail first sets or declines a new
 * password.
 */
export function ProtectedPage({ children }: { readonly children: ReactNode }) {
  const { loading, error, isAuthenticated, needsSecondFactor, isPasswordDue } = useAuth();
  const [wasIn, setWasIn] = useState(isAuthenticated);
  if (isAuthenticated && !wasIn) setWasIn(true);
  if (loading) return <LoadingScreen />;
  if (!isAuthenticated && error && hasStoredSession()) return <UnreachableScreen />;
  if (isAuthenticated && isPasswordDue) return <Navigate to={PATHS.resetPassword} replace />;
  if (isAuthenticated && !needsSecondFactor) return children;
  // If the user has signed out here, the next sign-in does not return to this page, because another user may sign in.
  const hasSignedOut = !isAuthenticated && wasIn;
  return <ToLogin returnsHere={!hasSignedOut} />;
}

function ToLogin({ returnsHere }: { readonly returnsHere: boolean }) {
  const here = useRouterState({ select: (state) => state.location.href });
  // The first render keeps the address. During the navigation, the current address is already /login.
  const [wanted] = useState(here);
  return <Navigate to={PATHS.login} state={returnsHere ? { wanted } : {}} replace />;
}

/**
 * Renders its children for signed-out visitors only. If a session has not passed the second factor, it may open /login
 * too.
 */
export function SignedOutOnly() {
  const { loading, isAuthenticated, needsSecondFactor } = useAuth();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (loading) return <LoadingScreen />;
  // While this page is still mounted, a sign-in form may already have started a navigation.
  const isLeaving = path !== PATHS.login && path !== PATHS.register;
  if (isAuthenticated && !needsSecondFactor) return isLeaving ? null : <GoOn />;
  if (needsSecondFactor && path !== PATHS.login) return <Navigate to={PATHS.login} replace />;
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Outlet />
    </Suspense>
  );
}

function GoOn() {
  const goOn = useReturnToPage();
  useEffect(goOn, [goOn]);
  return null;
}

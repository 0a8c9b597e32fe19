import { Navigate, Outlet, useRouterState } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { hasStoredSession } from '#shared/auth/stored-session.ts';
import { useGoOn } from '#shared/auth/use-go-on.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { LoadingScreen } from './loading-screen.tsx';
import { UnreachableScreen } from './unreachable-screen.tsx';

/**
 * Lets through who is signed in, with the second factor where one is set up; everybody else goes to /login and comes
 * back. Who came by a recovery mail first says what becomes of his password.
 */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { loading, error, isAuthenticated, needsSecondFactor, isPasswordDue } = useAuth();
  const [wasIn, setWasIn] = useState(isAuthenticated);
  if (isAuthenticated && !wasIn) setWasIn(true);
  if (loading) return <LoadingScreen />;
  if (!isAuthenticated && error && hasStoredSession()) return <UnreachableScreen />;
  if (isAuthenticated && isPasswordDue) return <Navigate to={PATHS.resetPassword} replace />;
  if (isAuthenticated && !needsSecondFactor) return children;
  // Who signed out here is done with this page; the next one may be somebody else.
  const isDone = !isAuthenticated && wasIn;
  return <ToLogin comesBack={!isDone} />;
}

function ToLogin({ comesBack }: { readonly comesBack: boolean }) {
  const here = useRouterState({ select: (state) => state.location.href });
  // As it was on arrival: on the way to /login the address is /login already.
  const [wanted] = useState(here);
  return <Navigate to={PATHS.login} state={comesBack ? { wanted } : {}} replace />;
}

/** For pages that only make sense signed out. A session without its second factor may be on /login only. */
export function SignedOutOnly() {
  const { loading, isAuthenticated, needsSecondFactor } = useAuth();
  const path = useRouterState({ select: (state) => state.location.pathname });
  if (loading) return <LoadingScreen />;
  // A form that signed somebody in may have led on already: the page then is only not gone yet.
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
  const goOn = useGoOn();
  useEffect(goOn, [goOn]);
  return null;
}

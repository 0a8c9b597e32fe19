import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { FAREWELL_HASH } from '#features/settings/your-data/farewell-hash.ts';
import { useUi } from '#shared/lib/ui-store.ts';

const AuthModal = lazy(() => import('#features/auth/auth-modal.tsx').then((module) => ({ default: module.AuthModal })));
const Farewell = lazy(() =>
  import('#features/settings/your-data/farewell.tsx').then((module) => ({ default: module.Farewell })),
);

/** The landing page, and the forms to sign in and up over it. Signing in leaves the page, and leaving it closes them. */
export function LandingScreen() {
  const modal = useUi((ui) => ui.modal);
  const closeModal = useUi((ui) => ui.closeModal);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => closeModal, [closeModal]);
  return (
    <>
      <LandingPage />
      {(modal === 'login' || modal === 'register') && (
        <Suspense fallback={null}>
          <AuthModal name={modal} />
        </Suspense>
      )}
      {hash === FAREWELL_HASH && (
        <Suspense fallback={null}>
          <Farewell />
        </Suspense>
      )}
    </>
  );
}

import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { FAREWELL_HASH } from '#features/settings/your-data/farewell-hash.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { useUi } from '#shared/lib/ui-store.ts';

const AuthModal = onDemand(async () => (await import('#features/auth/auth-modal.tsx')).AuthModal);
const Farewell = onDemand(async () => (await import('#features/settings/your-data/farewell.tsx')).Farewell);

/** The landing page, and the forms to sign in and up over it. Signing in leaves the page, and leaving it closes them. */
export function LandingScreen(): ReactNode {
  const modal = useUi((ui) => ui.modal);
  const closeModal = useUi((ui) => ui.closeModal);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => closeModal, [closeModal]);
  return (
    <>
      <LandingPage />
      {(modal === 'login' || modal === 'register') && <AuthModal name={modal} />}
      {hash === FAREWELL_HASH && <Farewell />}
    </>
  );
}

import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { ACCOUNT_DELETED_HASH } from '#features/settings/your-data/account-deleted-hash.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useUi } from '#shared/lib/ui-store.ts';

const AuthModal = lazyComponent(async () => (await import('#features/auth/auth-modal.tsx')).AuthModal);
const AccountDeletedNotice = lazyComponent(
  async () => (await import('#features/settings/your-data/account-deleted-notice.tsx')).AccountDeletedNotice,
);

/**
 * Renders the landing page, with the sign-in and sign-up forms as modals. The modals close after a sign-in or a
 * navigation.
 */
export function LandingScreen(): ReactNode {
  const modal = useUi((ui) => ui.modal);
  const closeModal = useUi((ui) => ui.closeModal);
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => closeModal, [closeModal]);
  return (
    <>
      <LandingPage />
      {(modal === 'login' || modal === 'register') && <AuthModal name={modal} />}
      {hash === ACCOUNT_DELETED_HASH && <AccountDeletedNotice />}
    </>
  );
}

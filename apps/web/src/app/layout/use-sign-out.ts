import { useAuth } from '#shared/auth/auth-context.ts';
import { useUi } from '#shared/lib/ui-store.ts';

/**
 * Signs the user out. A demo user must confirm first, because the user cannot sign in to the same demo account again.
 */
export function useSignOut(): () => void {
  const { user, signOut } = useAuth();
  const openModal = useUi((ui) => ui.openModal);
  return user?.is_anonymous ? () => openModal('leaveDemo') : signOut;
}

import { useAuth } from '#shared/auth/auth-context.ts';
import { useUi } from '#shared/lib/ui-store.ts';

/** Signs out; a demo user must confirm first, because a demo account cannot be opened again. */
export function useLeave(): () => void {
  const { user, signOut } = useAuth();
  const openModal = useUi((ui) => ui.openModal);
  return user?.is_anonymous ? () => openModal('leaveDemo') : signOut;
}

import { useNavigate } from '@tanstack/react-router';
import { User } from 'lucide-react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button } from '#shared/ui/button.tsx';
import { Menu, MenuItem } from '#shared/ui/menu.tsx';
import { appMessages } from '../messages.es.ts';
import { displayName } from './display-name.ts';
import { useSignOut } from './use-sign-out.ts';

const words = appMessages.header;

/** Renders the menu of the user: what the header of a wide screen shows as buttons of their own. */
export function UserMenu() {
  const { user, profile } = useAuth();
  const navigate = useNavigate();
  const leave = useSignOut();
  const openModal = useUi((ui) => ui.openModal);
  const go = (to: typeof PATHS.profile | typeof PATHS.settings) => () => void navigate({ to });
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={words.userMenu(displayName(profile))}>
          <User size={18} aria-hidden />
        </Button>
      }
    >
      {user?.is_anonymous && <MenuItem onSelect={go(PATHS.profile)}>{words.createAccount}</MenuItem>}
      <MenuItem onSelect={go(PATHS.settings)}>{appMessages.nav.settings}</MenuItem>
      <MenuItem onSelect={() => openModal('settings')}>{appMessages.settingsModal}</MenuItem>
      <MenuItem onSelect={leave}>{words.signOut}</MenuItem>
    </Menu>
  );
}

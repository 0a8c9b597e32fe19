import { Link } from '@tanstack/react-router';
import { ArrowUpDown, LogOut, Search, User, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useAuth } from '#shared/auth/auth-context.ts';
import { cn } from '#shared/lib/cn.ts';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { scrimClass } from '#shared/ui/dialog.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { uiMessages } from '#shared/ui/messages.es.ts';
import { appMessages } from '../messages.es.ts';
import { openPalette } from '../palette/palette-launcher.tsx';
import { displayName } from './display-name.ts';
import { MenuEntries } from './menu-entries.tsx';
import { useSignOut } from './use-sign-out.ts';

const words = appMessages.nav;
const nothing = () => {};

/** Renders the phone menu: an overlay that closes on a selection, a click on the backdrop, or Escape. */
export function MobileMenu() {
  const open = useUi((ui) => ui.mobileMenuOpen);
  const setOpen = useUi((ui) => ui.setMobileMenuOpen);
  const openModal = useUi((ui) => ui.openModal);
  const close = () => setOpen(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} data-testid="menu-backdrop" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-(--z-sidebar) flex w-(--sidebar) max-w-[86vw] flex-col overflow-y-auto border-r border-line bg-surface px-3 pb-3 shadow-overlay data-[state=open]:animate-slide-in"
        >
          <header className="mb-1.5 flex h-(--header) shrink-0 items-center justify-between pl-1.5">
            <span className="flex items-center gap-2.5 text-16 font-semibold">
              <Logo />
              {appMessages.product}
            </span>
            <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
            <Dialog.Close className={buttonClass({ variant: 'ghost', size: 'icon' })} aria-label={uiMessages.close}>
              <X size={18} aria-hidden />
            </Dialog.Close>
          </header>
          <nav aria-label={words.label}>
            <MenuEntries collapsed={false} onChosen={close} onExpand={nothing} />
          </nav>
          <Button
            className="mt-3"
            aria-haspopup="dialog"
            onClick={() => {
              close();
              openModal('tradeForm');
            }}
          >
            <ArrowUpDown size={16} aria-hidden />
            {appMessages.header.trade}
          </Button>
          <Button
            className="mt-2"
            aria-haspopup="dialog"
            onClick={() => {
              close();
              openPalette();
            }}
          >
            <Search size={16} aria-hidden />
            {appMessages.palette.open}
          </Button>
          <MenuFooter onChosen={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function MenuFooter({ onChosen }: { readonly onChosen: () => void }) {
  const { user, profile } = useAuth();
  const leave = useSignOut();
  const choose = () => {
    onChosen();
    leave();
  };
  return (
    <footer className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-4">
      {user?.is_anonymous && (
        <Link to={PATHS.profile} onClick={onChosen} className={buttonClass({ full: true })}>
          {appMessages.header.createAccount}
        </Link>
      )}
      <Link to={PATHS.settings} onClick={onChosen} className={cn(buttonClass({ variant: 'ghost' }), 'min-w-0 px-1.5')}>
        <User size={16} aria-hidden />
        <span className="truncate">{displayName(profile)}</span>
      </Link>
      <button type="button" onClick={choose} className={buttonClass({ variant: 'ghost' })}>
        <LogOut size={16} aria-hidden />
        {appMessages.header.signOut}
      </button>
    </footer>
  );
}

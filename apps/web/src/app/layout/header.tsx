import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowUpDown, LogOut, Menu as MenuIcon, SunMoon } from 'lucide-react';
import { StopAll } from '#features/automations/stopping/stop-all.tsx';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import type { NoticeTarget } from '#features/notifications/notify.ts';
import { openTrade } from '#features/trading/detail/open-trade.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { PATHS } from '#shared/lib/paths.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile, useIsNarrow } from '#shared/lib/use-media-query.ts';
import { Button, buttonClass } from '#shared/ui/button.tsx';
import { Logo } from '#shared/ui/logo.tsx';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import { appMessages } from '../messages.es.ts';
import { PaletteButton } from '../palette/palette-launcher.tsx';
import { AccountSummary } from './account-summary.tsx';
import { ConnectionLight } from './connection-light.tsx';
import { displayName } from './display-name.ts';
import { useSignOut } from './use-sign-out.ts';

const words = appMessages.header;

/** The menu loads on tablets only, which have no space for its entries. */
const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu, <span className="size-(--h)" />);

export function Header() {
  const mobile = useIsMobile();
  const narrow = useIsNarrow();
  return (
    <header className="fixed inset-x-0 top-0 z-(--z-header) flex h-(--header) items-center gap-4 border-b border-line bg-surface px-4 max-lg:gap-2.5 max-md:gap-1 max-md:px-1">
      <MenuButton />
      <Link
        to={PATHS.dashboard}
        className="flex items-center gap-2.5 text-16 font-semibold touch-target max-md:sr-only lg:min-w-[220px]"
      >
        <Logo />
        <span className="max-lg:sr-only">{appMessages.product}</span>
      </Link>
      {!mobile && <PaletteButton />}
      <div className="ml-auto flex min-w-0 items-center gap-4 whitespace-nowrap max-lg:gap-2.5 max-md:ml-0 max-md:flex-1 max-md:gap-1">
        {!mobile && <TradeButton />}
        <AccountSummary />
        <ConnectionLight />
        <StopAll />
        {!narrow && <span className="h-6 w-px shrink-0 bg-line" aria-hidden />}
        <Bell />
        {!narrow && <AppearanceButton />}
        {!narrow && <UserCorner />}
        {narrow && !mobile && <UserMenu />}
      </div>
    </header>
  );
}

/** A button that collapses the sidebar on a desktop, and opens the overlay menu on a phone. */
function MenuButton() {
  const mobile = useIsMobile();
  const collapsed = useUi((ui) => ui.sidebarCollapsed);
  const menuOpen = useUi((ui) => ui.mobileMenuOpen);
  const setCollapsed = useUi((ui) => ui.setSidebarCollapsed);
  const setMenuOpen = useUi((ui) => ui.setMobileMenuOpen);
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-md:ml-0 md:-ml-1"
      aria-label={appMessages.nav.menu}
      aria-expanded={mobile ? menuOpen : !collapsed}
      onClick={() => (mobile ? setMenuOpen(!menuOpen) : setCollapsed(!collapsed))}
    >
      <MenuIcon size={18} aria-hidden />
    </Button>
  );
}

/** A button that opens the order form from any screen. */
function TradeButton() {
  const openModal = useUi((ui) => ui.openModal);
  return (
    <Button size="sm" className="shrink-0" aria-haspopup="dialog" onClick={() => openModal('tradeForm')}>
      <ArrowUpDown size={15} aria-hidden />
      {words.trade}
    </Button>
  );
}

function AppearanceButton() {
  const openModal = useUi((ui) => ui.openModal);
  return (
    <Tooltip text={appMessages.settingsModal} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        className="-ml-3"
        aria-label={appMessages.settingsModal}
        onClick={() => openModal('settings')}
      >
        <SunMoon size={18} aria-hidden />
      </Button>
    </Tooltip>
  );
}

function UserCorner() {
  const { user, profile } = useAuth();
  const leave = useSignOut();
  return (
    <>
      {user?.is_anonymous && (
        <Link to={PATHS.profile} className={buttonClass({ size: 'sm' })}>
          {words.createAccount}
        </Link>
      )}
      <Link
        to={PATHS.settings}
        className="max-w-40 min-w-12 truncate rounded-control text-13 font-medium hover:text-accent"
      >
        {displayName(profile)}
      </Link>
      <Tooltip text={words.signOut} side="bottom">
        <Button variant="ghost" size="icon" className="-ml-2" aria-label={words.signOut} onClick={leave}>
          <LogOut size={18} aria-hidden />
        </Button>
      </Tooltip>
    </>
  );
}

/** Renders the notification bell. Each notification links to its trade or page. */
function Bell() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const go = (target: NoticeTarget) => {
    if (target.kind === 'page') return void navigate({ to: target.path, ...(target.hash && { hash: target.hash }) });
    // The trade opens as a dialog over the dashboard, so the app navigates to the dashboard first.
    void navigate({ to: PATHS.dashboard });
    void openTrade(queries, target.id);
  };
  return <NotificationBell onGo={go} />;
}

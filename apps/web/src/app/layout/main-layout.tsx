import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useAuth } from '#shared/auth/auth-context.ts';
import { ProofLauncher } from '#shared/auth/proof-launcher.tsx';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { createQueryClient } from '#shared/lib/services.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { useStreamStatus } from '#shared/lib/use-stream-status.ts';
import { Toaster } from '#shared/ui/toaster.tsx';
import { TooltipProvider } from '#shared/ui/tooltip.tsx';
import { createBrowserServices } from '../browser-services.ts';
import { useIsFullScreen } from '../full-screen/use-full-screen.ts';
import { ProtectedPage } from '../guards.tsx';
import { LoadingScreen } from '../loading-screen.tsx';
import { PaletteLauncher } from '../palette/palette-launcher.tsx';
import { AccountPreferencesSync } from './account-preferences-sync.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { Header } from './header.tsx';
import { LayoutModals } from './layout-modals.tsx';
import { LiveData } from './live-data.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { RealMoneyFrame } from './real-money-frame.tsx';
import { RecoveryCodeNotice } from './recovery-code-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabStatusUpdater } from './tab-status-updater.tsx';

/** The phone menu loads on phones only, directly after the first screen, so that it opens without a wait. */
const MobileMenu = lazyComponent(async () => (await import('./mobile-menu.tsx')).MobileMenu);

/** The search for a new version starts after the first screen. */
const UpdatePrompt = lazyComponent(async () => (await import('../update/update-prompt.tsx')).UpdatePrompt);

const connect = () =>
  createQueryClient(createBrowserServices(), { staleTime: 10_000, retry: 1, refetchOnWindowFocus: true });

/** Renders the header, the sidebar and the content of every protected page. */
export function MainLayout() {
  const { user } = useAuth();
  const [queries] = useState(connect);
  return (
    <ProtectedPage>
      {/* If another tab signs in as another user, the page remounts, so that no data of the previous user stays. */}
      <QueryClientProvider key={user?.id} client={queries}>
        <TooltipProvider delayDuration={200}>
          <LiveData />
          <TabStatusUpdater />
          <Frame />
          <LayoutModals />
          <PaletteLauncher />
          <Toaster />
          <ConnectionBanner />
          <UpdatePrompt />
          <RecoveryCodeNotice />
          <ProofLauncher />
          <RealMoneyFrame />
        </TooltipProvider>
      </QueryClientProvider>
    </ProtectedPage>
  );
}

function Frame() {
  const isFull = useIsFullScreen();
  const mobile = useIsMobile();
  const collapsed = useUi((ui) => ui.sidebarCollapsed);
  const isQuiet = useStreamStatus().state !== 'live';
  const offset = mobile ? '0px' : collapsed ? 'var(--sidebar-collapsed)' : 'var(--sidebar)';
  return (
    <div className="min-h-dvh" style={{ paddingLeft: offset, paddingTop: 'var(--header)' }}>
      {!isFull && <Header />}
      {!isFull && (mobile ? <MobileMenu /> : <Sidebar collapsed={collapsed} />)}
      <main
        data-quiet={isQuiet || undefined}
        className="group/main grid max-w-[1680px] min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 px-5 pt-4 pb-[calc(24px+var(--nav-bar,0px))] max-md:gap-3 max-md:px-3 max-md:pt-3"
      >
        <AccountPreferencesSync>
          <Suspense fallback={<LoadingScreen />}>
            <Outlet />
          </Suspense>
        </AccountPreferencesSync>
      </main>
      {mobile && !isFull && <PhoneBar />}
    </div>
  );
}

import { cn } from '#shared/lib/cn.ts';
import { useUi } from '#shared/lib/ui-store.ts';
import { appMessages } from '../messages.es.ts';
import { MenuEntries } from './menu-entries.tsx';

const words = appMessages.nav;
const nothing = () => {};

/** Renders the desktop menu: labels at a width of 280 px, icons at 70 px. */
export function Sidebar({ collapsed }: { readonly collapsed: boolean }) {
  const setCollapsed = useUi((ui) => ui.setSidebarCollapsed);
  return (
    <nav
      aria-label={words.label}
      className={cn(
        'fixed bottom-0 left-0 z-(--z-sticky) overflow-y-auto border-r border-line bg-surface py-3',
        collapsed ? 'w-(--sidebar-collapsed) px-2.5' : 'w-(--sidebar) px-3',
      )}
      style={{ top: 'var(--header)' }}
    >
      <MenuEntries collapsed={collapsed} onChosen={nothing} onExpand={() => setCollapsed(false)} />
    </nav>
  );
}

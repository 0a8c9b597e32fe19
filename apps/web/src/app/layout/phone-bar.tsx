import { useRef } from 'react';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { useBottomBar } from '#shared/lib/use-bottom-bar.ts';
import { useIsKeyboardOpen } from '#shared/lib/use-is-keyboard-open.ts';
import { appMessages } from '../messages.es.ts';

const PhoneEntries = lazyComponent(async () => (await import('./phone-entries.tsx')).PhoneEntries);

/**
 * Renders the bar at the bottom of the screen on a phone, below the order bar. Its entries load on demand, because a
 * desktop never shows them. The bar is hidden while the on-screen keyboard is open, so that the form keeps the space.
 */
export function PhoneBar() {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar, '--nav-bar');
  return (
    <nav
      ref={bar}
      aria-label={appMessages.phoneBar.label}
      hidden={useIsKeyboardOpen()}
      className="fixed inset-x-0 bottom-0 z-(--z-bar) border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)]"
    >
      <div className="h-13">
        <PhoneEntries />
      </div>
    </nav>
  );
}

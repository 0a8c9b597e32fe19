import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Keys } from '#shared/ui/keys.tsx';
import { Tooltip } from '#shared/ui/tooltip.tsx';
import { appMessages } from '../messages.es.ts';

const words = appMessages.palette;

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette);

/** Selector of an open dialog that the user must answer first. It does not select menus. */
const OPEN_MODAL =
  '[role="dialog"][data-state="open"]:not([data-radix-popper-content-wrapper] *), [role="alertdialog"]';

const usePalette = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const openPalette = (): void => usePalette.setState({ isOpen: true });
const closePalette = (): void => usePalette.setState({ isOpen: false });

/** Opens the command palette on Ctrl-K or ⌘K anywhere in the app. The code of the palette loads on first use. */
export function PaletteLauncher() {
  const isOpen = usePalette((palette) => palette.isOpen);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      // `preventDefault` runs even if the palette stays closed, because the browser would otherwise open its own search
      // bar.
      event.preventDefault();
      if (usePalette.getState().isOpen) closePalette();
      else if (!document.querySelector(OPEN_MODAL)) openPalette();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      closePalette();
    };
  }, []);
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {isOpen && <Palette onClose={closePalette} onDone={setSaid} />}
    </>
  );
}

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey;

/** Renders the button of the command palette: as a search field if there is space, otherwise as an icon. */
export function PaletteButton() {
  const keys = isApple() ? '⌘K' : 'Ctrl K';
  return (
    <Tooltip text={words.openWith(keys)} side="bottom">
      <Button variant="field" size="field" aria-label={words.open} aria-haspopup="dialog" onClick={openPalette}>
        <Search size={18} className="shrink-0" aria-hidden />
        <span className="truncate font-normal max-lg:hidden">{words.open}</span>
        <Keys className="ml-auto max-lg:hidden">{keys}</Keys>
      </Button>
    </Tooltip>
  );
}

const isApple = (): boolean => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent);

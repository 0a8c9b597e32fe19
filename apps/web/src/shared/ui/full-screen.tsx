import { type ReactNode, useEffect, useRef } from 'react';

type FullScreenProps = {
  readonly label: string;
  /** Called on Escape, and when the browser leaves its own full screen. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
};

/**
 * Covers the whole window with its content, inside the safe areas of the device. Dialogs and messages lie above it. The
 * caller removes the rest of the page, so that the Tab key finds nothing below.
 */
export function FullScreen({ label, onLeave, children }: FullScreenProps) {
  const screen = useRef<HTMLElement>(null);
  useEffect(() => screen.current?.focus(), []);
  useLeaving(onLeave);
  return (
    <section
      ref={screen}
      tabIndex={-1}
      aria-label={label}
      className="fixed inset-0 z-(--z-sidebar) flex bg-surface pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] outline-0 portrait:flex-col"
    >
      {children}
    </section>
  );
}

/** Calls `onLeave` if the user leaves the full screen, and ends that of the browser with the component. */
function useLeaving(onLeave: () => void): void {
  useEffect(() => {
    const onChange = () => {
      if (document.fullscreenElement === null) onLeave();
    };
    // A dialog or a drawing tool that takes the key prevents its default.
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) onLeave();
    };
    document.addEventListener('fullscreenchange', onChange);
    window.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      window.removeEventListener('keydown', onKey);
    };
  }, [onLeave]);
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen();
    },
    [],
  );
}

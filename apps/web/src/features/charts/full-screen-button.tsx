import { Maximize, Minimize } from 'lucide-react';
import { type RefObject, useSyncExternalStore } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { chartMessages } from './messages.es.ts';

type FullScreenButtonProps = {
  readonly card: RefObject<HTMLElement | null>;
  /** Fills the screen on a phone that is held sideways. Null on other devices. */
  readonly onFullScreen: (() => void) | null;
};

/** Renders the button that fills the screen with the card of the chart. A phone has its own layout for it. */
export function FullScreenButton({ card, onFullScreen }: FullScreenButtonProps) {
  const isFull = useSyncExternalStore(onFullScreenChange, () => document.fullscreenElement !== null);
  const Icon = isFull ? Minimize : Maximize;
  const toggle = () => void (isFull ? document.exitFullscreen() : card.current?.requestFullscreen());
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-md:hidden"
      aria-label={isFull ? chartMessages.leaveFullScreen : chartMessages.fullScreen}
      aria-pressed={isFull}
      onClick={onFullScreen ?? toggle}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
}

function onFullScreenChange(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

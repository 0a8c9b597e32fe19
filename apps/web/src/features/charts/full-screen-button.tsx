import { Maximize, Minimize } from 'lucide-react';
import { Button } from '#shared/ui/button.tsx';
import { chartMessages } from './messages.es.ts';

type FullScreenButtonProps = { readonly isFull: boolean; readonly onToggle: () => void };

/** Renders the button that fills the screen with the chart. A phone has its own button for it on the chart. */
export function FullScreenButton({ isFull, onToggle }: FullScreenButtonProps) {
  const Icon = isFull ? Minimize : Maximize;
  return (
    <Button
      variant="ghost"
      size="icon"
      className="max-md:hidden"
      aria-label={isFull ? chartMessages.leaveFullScreen : chartMessages.fullScreen}
      aria-pressed={isFull}
      onClick={onToggle}
    >
      <Icon size={16} aria-hidden />
    </Button>
  );
}

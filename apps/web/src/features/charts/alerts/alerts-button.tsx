import { BellPlus } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Button } from '#shared/ui/button.tsx';
import { alertMessages as words } from './messages.es.ts';

const AlertsDialog = lazyComponent(async () => (await import('./alerts-dialog.tsx')).AlertsDialog);

type AlertsButtonProps = {
  readonly symbol: string;
  readonly decimals: number;
  /** Price of the selected level of the chart, with which the form starts; null if none is selected. */
  readonly selectedPrice: number | null;
  readonly className?: string;
};

/** Renders the button that opens the alerts of the shown asset. */
export function AlertsButton({ className, ...shown }: AlertsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className={cn('size-7 shrink-0 touch:size-(--h-touch)', className)}
        aria-label={words.open}
        title={words.open}
        onClick={open}
      >
        <BellPlus size={16} aria-hidden />
      </Button>
      {wasOpened && <AlertsDialog {...shown} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

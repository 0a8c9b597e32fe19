import { Dialog } from '#shared/ui/dialog.tsx';
import { backtestMessages as words } from '../messages.es.ts';
import type { BacktestTarget } from '../target.ts';
import { BacktestPanel } from './backtest-panel.tsx';

type BacktestDialogProps = {
  /** null while nothing is to be tested. */
  readonly target: BacktestTarget | null;
  readonly onClose: () => void;
};

/** The panel over the screen it was asked for from. */
export function BacktestDialog({ target, onClose }: BacktestDialogProps) {
  return (
    <Dialog
      open={target !== null}
      onOpenChange={onClose}
      title={words.title(target?.name ?? '')}
      description={target?.about ?? ''}
      wide
    >
      {target && <BacktestPanel target={target} />}
    </Dialog>
  );
}

import { Dialog } from '#shared/ui/dialog.tsx';
import { backtestMessages as words } from '../messages.es.ts';
import type { BacktestTarget } from '../target.ts';
import { BacktestPanel } from './backtest-panel.tsx';

type BacktestDialogProps = {
  /** Rules to test. Null closes the dialog. */
  readonly target: BacktestTarget | null;
  readonly onClose: () => void;
};

/** The backtest panel in a dialog over the current screen. */
export const BacktestDialog = ({ target, onClose }: BacktestDialogProps) => (
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

import { useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { LookReport } from '../look/look-report.tsx';
import { lookMessages } from '../look/messages.es.ts';
import { backtestMessages as words } from '../messages.es.ts';
import type { BacktestTarget } from '../target.ts';
import { BacktestPanel } from './backtest-panel.tsx';

type BacktestDialogProps = {
  /** Rules to test. Null closes the dialog. */
  readonly target: BacktestTarget | null;
  /** The first content of the dialog: the form of a test, or the report of the look at the rules. */
  readonly begins?: 'form' | 'look' | undefined;
  readonly onClose: () => void;
};

/** The backtest panel in a dialog over the current screen. */
export const BacktestDialog = ({ target, begins = 'form', onClose }: BacktestDialogProps) => (
  <Dialog
    open={target !== null}
    onOpenChange={onClose}
    title={words.title(target?.name ?? '')}
    description={target?.about ?? ''}
    wide
  >
    {target && (begins === 'look' ? <LookFirst target={target} /> : <BacktestPanel target={target} />)}
  </Dialog>
);

/** Shows the report of the look. The form for other data replaces it on demand. */
function LookFirst({ target }: { readonly target: BacktestTarget }) {
  const [hasForm, setForm] = useState(false);
  if (hasForm) return <BacktestPanel target={target} />;
  return (
    <>
      <LookReport target={target} />
      <Button variant="ghost" className="justify-self-start" onClick={() => setForm(true)}>
        {lookMessages.other}
      </Button>
    </>
  );
}

import { useUi } from '#shared/lib/ui-store.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { useFormTarget } from './form-target.ts';
import { formMessages as words } from './messages.es.ts';
import { StrategyForm } from './strategy-form.tsx';

/** The modal `strategyForm`, which creates or edits a strategy. */
export function StrategyFormDialog() {
  const open = useUi((ui) => ui.modal === 'strategyForm');
  const close = useUi((ui) => ui.closeModal);
  const target = useFormTarget((state) => state.target);
  const title = target.kind === 'edit' ? words.edit(target.strategy.name) : words.create;
  return (
    <Dialog open={open} onOpenChange={close} title={title} description={words.text} wide>
      <StrategyForm target={target} onDone={close} />
    </Dialog>
  );
}

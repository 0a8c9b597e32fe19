import type { StrategyView } from '@vigia/contract';
import { RejectionList } from '#shared/automation/rejection-list.tsx';
import { rejectionMessages } from '#shared/automation/rejections.es.ts';
import { useDecimals } from '#shared/lib/assets.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { rejectionsQuery } from '../queries.ts';
import { strategySignalMessages as words } from './messages.es.ts';

type WhyNotDialogProps = {
  /** The strategy whose rejected signals the dialog shows. Null closes the dialog. */
  readonly strategy: StrategyView | null;
  readonly onClose: () => void;
};

/** The dialog with the last rejected signals and orders of a strategy, each with its reason. */
export function WhyNotDialog({ strategy, onClose }: WhyNotDialogProps) {
  const decimalsOf = useDecimals();
  return (
    <Dialog
      open={strategy !== null}
      onOpenChange={onClose}
      wide
      title={rejectionMessages.title}
      description={words.whyNot.text(strategy?.name ?? '')}
    >
      {strategy && (
        <RejectionList
          query={rejectionsQuery(strategy.id)}
          decimals={decimalsOf(strategy.asset)}
          none={words.whyNot.none}
        />
      )}
    </Dialog>
  );
}

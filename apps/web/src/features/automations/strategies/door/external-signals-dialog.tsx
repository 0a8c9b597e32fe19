import { useQuery } from '@tanstack/react-query';
import type { StrategyView } from '@vigia/contract';
import { useState } from 'react';
import { problemOf } from '#shared/lib/problem.ts';
import { Dialog } from '#shared/ui/dialog.tsx';
import { Skeleton } from '#shared/ui/skeleton.tsx';
import { ErrorState } from '#shared/ui/states.tsx';
import { signalDoorQuery } from './door-query.ts';
import { MessageFormatForm } from './message-format-form.tsx';
import { externalSignalsMessages as words } from './messages.es.ts';
import { ReceivedMessageList } from './received-message-list.tsx';
import { ServedStrategiesForm } from './served-strategies-form.tsx';
import { SignalAddressForm } from './signal-address-form.tsx';

const REFETCH_MS = 5_000;

type DoorDialogProps = {
  /** The external strategy; null closes the dialog. */
  readonly strategy: StrategyView | null;
  readonly onClose: () => void;
};

/** The dialog of an external strategy: its address, how its messages are written, and those that arrived. */
export function ExternalSignalsDialog({ strategy, onClose }: DoorDialogProps) {
  // While a new address is shown, only its own button closes the dialog, because it is not shown again.
  const [isHeld, setHeld] = useState(false);
  return (
    <Dialog
      open={strategy !== null}
      onOpenChange={() => {
        if (!isHeld) onClose();
      }}
      closeButton={!isHeld}
      wide
      title={words.title(strategy?.name ?? '')}
      description={words.text}
    >
      {strategy && <Door strategy={strategy} onHold={setHeld} />}
    </Dialog>
  );
}

type DoorProps = { readonly strategy: StrategyView; readonly onHold: (isHeld: boolean) => void };

function Door({ strategy, onHold }: DoorProps) {
  // Messages arrive while the dialog is open.
  const door = useQuery({ ...signalDoorQuery(strategy.id), refetchInterval: REFETCH_MS });
  if (door.isPending) {
    return (
      <div role="status" aria-label={words.loading} className="grid gap-3">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </div>
    );
  }
  if (!door.data) {
    return <ErrorState title={words.failed} text={problemOf(door.error)} onRetry={() => void door.refetch()} />;
  }
  return (
    <div className="grid grid-cols-2 items-start gap-x-6 gap-y-5 max-md:grid-cols-1">
      <div className="grid gap-5">
        <SignalAddressForm strategyId={strategy.id} door={door.data} onHold={onHold} />
        <ServedStrategiesForm strategy={strategy} door={door.data} />
        <ReceivedMessageList messages={door.data.messages} />
      </div>
      <MessageFormatForm key={strategy.id} strategy={strategy} door={door.data} />
    </div>
  );
}

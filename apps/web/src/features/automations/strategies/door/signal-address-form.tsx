import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignalAddress, SignalDoorView } from '@vigia/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#shared/lib/format.ts';
import { problemOf } from '#shared/lib/problem.ts';
import { apiOf } from '#shared/lib/services.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { toast } from '#shared/ui/toast.ts';
import { createSignalAddress, removeSignalAddress, signalDoorQuery } from './door-query.ts';
import { externalSignalsMessages } from './messages.es.ts';

const words = externalSignalsMessages.address;

type DoorAddressProps = {
  readonly strategyId: string;
  readonly door: SignalDoorView;
  /** Called with true while a new address is shown. */
  readonly onHold: (isHeld: boolean) => void;
};

/** Creates or replaces the address of an external strategy, and shows a new one once. */
export function SignalAddressForm({ strategyId, door, onHold }: DoorAddressProps) {
  const queries = useQueryClient();
  const [isSigned, setSigned] = useState(door.signed);
  const [made, setMade] = useState<SignalAddress | null>(null);
  const creating = useMutation({
    mutationFn: () => createSignalAddress(apiOf(queries), strategyId, isSigned),
    onSuccess: (address) => {
      setMade(address);
      onHold(true);
      void queries.invalidateQueries({ queryKey: signalDoorQuery(strategyId).queryKey });
    },
  });
  const removing = useMutation({
    mutationFn: () => removeSignalAddress(apiOf(queries), strategyId),
    onSuccess: (left) => {
      queries.setQueryData(signalDoorQuery(strategyId).queryKey, left);
      toast.success(words.removed);
    },
  });
  const failure = creating.error ?? removing.error;
  const done = () => {
    setMade(null);
    onHold(false);
  };
  const hasAddress = door.address_since !== null;
  return (
    <section aria-label={words.title} className="grid gap-3">
      <h3 className="text-13 font-medium">{words.title}</h3>
      {made ? (
        <MadeAddress made={made} onDone={done} />
      ) : (
        <>
          <p className="text-13 text-fg-2">
            {door.address_since === null ? words.none : words.since(formatDateTime(door.address_since))}
          </p>
          <div className="flex items-start justify-between gap-3 text-13">
            <span className="grid gap-0.5">
              <span>{words.signed}</span>
              <span className="text-12 text-fg-3">{words.signedText}</span>
            </span>
            <Switch label={words.signed} checked={isSigned} onChange={setSigned} />
          </div>
          {failure && <FieldError>{problemOf(failure)}</FieldError>}
          <Button
            variant={hasAddress ? 'secondary' : 'primary'}
            loading={creating.isPending}
            onClick={() => creating.mutate()}
          >
            {hasAddress ? words.replace : words.create}
          </Button>
          {hasAddress && (
            <>
              <p className="-mt-1 text-12 text-fg-3">{words.replaceText}</p>
              <Button variant="ghost" loading={removing.isPending} onClick={() => removing.mutate()}>
                {words.remove}
              </Button>
            </>
          )}
        </>
      )}
    </section>
  );
}

const MadeAddress = ({ made, onDone }: { readonly made: SignalAddress; readonly onDone: () => void }) => (
  <>
    <Note icon={TriangleAlert} tone="warn">
      {words.shown}
    </Note>
    <Secret label={words.url} copy={words.copyUrl} text={`${window.location.origin}${made.path}`} />
    {made.signing_key !== null && <Secret label={words.key} copy={words.copyKey} text={made.signing_key} />}
    <Button variant="primary" onClick={onDone}>
      {words.done}
    </Button>
  </>
);

type SecretProps = { readonly label: string; readonly copy: string; readonly text: string };

const Secret = ({ label, copy, text }: SecretProps) => (
  <div className="grid min-w-0 gap-1.5">
    <span className="flex items-center justify-between gap-2 text-13 font-medium text-fg-2">
      {label}
      <CopyButton text={text} label={copy} />
    </span>
    <code className="rounded-control border border-line bg-inset p-3 text-13 break-all select-all">{text}</code>
  </div>
);

import type { BrokerView } from '@vigia/contract';
import { useState } from 'react';
import { Conditions } from '#shared/real-money/conditions.tsx';
import { isConsent, TypedConsent } from '#shared/real-money/typed-consent.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.realAsk;

type RealAccountDialogProps = {
  /** null: closed. */
  readonly broker: BrokerView | null;
  readonly onClose: () => void;
  /** Called with the typed phrase. */
  readonly onConfirm: (phrase: string) => Promise<unknown>;
};

/** Lists the conditions for real money, warns of the risk and asks for the phrase. Only the server decides. */
export function RealAccountDialog({ broker, onClose, onConfirm }: RealAccountDialogProps) {
  const [phrase, setPhrase] = useState('');
  const close = () => {
    setPhrase('');
    onClose();
  };
  return (
    <ConfirmDialog
      open={broker !== null}
      onClose={close}
      title={words.title(broker?.display_name ?? '')}
      text={words.text}
      submit={words.submit}
      tone="real"
      disabled={!isConsent(phrase)}
      onConfirm={() => onConfirm(phrase)}
    >
      {/* The connection exists: the mode of IQ Option has its own dialog. */}
      <Conditions inTheWay={(all) => all.filter((each) => each !== 'mode_unavailable')} onLeave={close} />
      <TypedConsent phrase={phrase} onChange={setPhrase} />
    </ConfirmDialog>
  );
}

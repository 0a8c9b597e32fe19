import type { BrokerView } from '@vigia/contract';
import { useState } from 'react';
import { Conditions } from '#shared/real-money/conditions.tsx';
import { isConsent, TypedConsent } from '#shared/real-money/typed-consent.tsx';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { connectionsMessages } from '../messages.es.ts';

const words = connectionsMessages.realAsk;

type RealAccountDialogProps = {
  /** null: not asked. */
  readonly broker: BrokerView | null;
  readonly onClose: () => void;
  /** With the phrase as it was typed. */
  readonly onConfirm: (phrase: string) => Promise<unknown>;
};

/** What stands between a connection and real money: the conditions, the risk, the phrase. The server alone decides. */
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
      {/* The connection is there: the mode of IQ Option is asked for elsewhere. */}
      <Conditions inTheWay={(all) => all.filter((each) => each !== 'mode_unavailable')} onLeave={close} />
      <TypedConsent phrase={phrase} onChange={setPhrase} />
    </ConfirmDialog>
  );
}

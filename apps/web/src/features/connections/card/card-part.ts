import type { BrokerView } from '@vigia/contract';
import type { RecoveryAction } from '../model/recovery-actions.ts';
import type { BrokerActions } from '../use-broker-actions.ts';

/** Props that all parts of a broker card share. */
export type CardPartProps = {
  readonly broker: BrokerView;
  readonly actions: BrokerActions;
  /** Opens the form of this action. Null opens the default form. */
  readonly onForm: (way: RecoveryAction | null) => void;
};

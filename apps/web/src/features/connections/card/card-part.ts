import type { BrokerView } from '@vigia/contract';
import type { WayOut } from '../model/way-out.ts';
import type { BrokerActions } from '../use-broker-actions.ts';

/** What the parts of a card are given. */
export type CardPartProps = {
  readonly broker: BrokerView;
  readonly actions: BrokerActions;
  /** Opens the form that this way leads to; null: the usual one. */
  readonly onForm: (way: WayOut | null) => void;
};

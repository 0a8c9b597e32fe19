import { assertNever, type Clock, durationMs } from '@vigia/core/kernel';
import type { OrderFault } from './fault-script.ts';

/** Faults of an accepted order; with the other faults, the order is not accepted. */
export type AcceptedOrderFault = Exclude<OrderFault, { readonly kind: 'cut_before_booking' | 'ignore' | 'refuse' }>;

/** Actions with which a simulator acknowledges an order and disconnects the client. */
export type AcknowledgeActions = {
  acknowledge(): void;
  /** Sends the second acknowledgement, if it differs from the first. */
  again?(): void;
  /** Ends the connection at once. */
  cut(): void;
  /** Ends the connection after pending data was sent; by default ends it at once. */
  end?(): void;
};

/** Acknowledges an accepted order as the fault requires: once, twice, late or never, with or without a disconnect. */
export function acknowledgeAs(fault: AcceptedOrderFault | null, clock: Clock, how: AcknowledgeActions): void {
  const { acknowledge, cut, again = acknowledge, end = cut } = how;
  switch (fault?.kind) {
    case undefined:
      return acknowledge();
    case 'no_ack':
      return;
    case 'cut_after_booking':
      return cut();
    case 'delay_ack':
      return void clock.after(durationMs(fault.ms), acknowledge);
    case 'double_ack':
      acknowledge();
      return again();
    case 'cut_after_ack':
      acknowledge();
      return end();
    default:
      return assertNever(fault);
  }
}

import type { BrokerFault } from '@vigia/broker-kit/port';
import { BROKER_REFUSAL_WITHOUT_REASON_ES, BROKER_REFUSALS_ES } from '@vigia/contract';
import type { PlacementRefusal } from '../placement-refusal.ts';

type Named = { readonly broker: { readonly traits: { readonly displayName: string } } };

const REFUSAL_CODES: Readonly<Record<string, PlacementRefusal['code']>> = {
  late: 'order_expired',
  not_allowed: 'real_money_withdrawn',
};

/**
 * Returns the refusal of an order that ended before the broker accepted it.
 * @param reason settle reason of the order's row
 */
export const orderRefusal = (name: string, reason: string | null): PlacementRefusal => ({
  code: REFUSAL_CODES[reason ?? ''] ?? 'broker_refused',
  values: { name, why: BROKER_REFUSALS_ES[reason ?? ''] ?? BROKER_REFUSAL_WITHOUT_REASON_ES },
});

/** Returns the refusal of an order for which the broker quoted no payout. */
export const quoteRefusal = ({ broker }: Named, { kind }: BrokerFault): PlacementRefusal =>
  orderRefusal(broker.traits.displayName, kind);

/** Returns the refusal for a broker without an open session. */
export const notConnected = (name: string): PlacementRefusal => ({ code: 'broker_not_connected', values: { name } });

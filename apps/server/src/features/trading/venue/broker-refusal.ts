import type { BrokerFault } from '@vigia/broker-kit/port';
import { BROKER_REFUSAL_UNSAID_ES, BROKER_REFUSALS_ES } from '@vigia/contract';
import type { PlacementRefusal } from '../placement-refusal.ts';

type Named = { readonly broker: { readonly traits: { readonly displayName: string } } };

const REFUSAL_CODES: Readonly<Record<string, PlacementRefusal['code']>> = {
  late: 'order_expired',
  not_allowed: 'real_money_withdrawn',
};

/** Why an order ended before it was a contract, by the reason its row keeps. */
export const orderRefusal = (name: string, reason: string | null): PlacementRefusal => ({
  code: REFUSAL_CODES[reason ?? ''] ?? 'broker_refused',
  values: { name, why: BROKER_REFUSALS_ES[reason ?? ''] ?? BROKER_REFUSAL_UNSAID_ES },
});

/** Why a broker says nothing of a price. */
export const quoteRefusal = ({ broker }: Named, { kind }: BrokerFault): PlacementRefusal =>
  orderRefusal(broker.traits.displayName, kind);

/** The order was made for another account than the one chosen by now. */
export const accountChanged = (name: string, shown: 'demo' | 'real'): PlacementRefusal => ({
  code: 'broker_account_changed',
  values: { name, shown },
});

/** There is no session through which anything could be sent now. */
export const notConnected = (name: string): PlacementRefusal => ({ code: 'broker_not_connected', values: { name } });

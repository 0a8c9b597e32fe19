import { derivBroker } from '@vigia/broker-deriv';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import type { Broker } from '@vigia/broker-kit/port';
import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { quotexBroker } from '@vigia/broker-quotex';

/** Every broker a person can connect, in the order of the product specification (§9). */
export const BROKERS: readonly Broker[] = [iqOptionBroker, quotexBroker, olympTradeBroker, derivBroker];

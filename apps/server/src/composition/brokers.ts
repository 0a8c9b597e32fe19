import { derivBroker } from '@vigia/broker-deriv';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import type { Broker } from '@vigia/broker-kit/port';
import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { quotexBroker } from '@vigia/broker-quotex';

/** The brokers that users can connect to, in the order in which screens list them (docs/spec/README.md). */
export const BROKERS: readonly Broker[] = [iqOptionBroker, quotexBroker, olympTradeBroker, derivBroker];

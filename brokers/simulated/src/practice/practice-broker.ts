import type { Broker, BrokerCredentials, BrokerTraits } from '@vigia/broker-kit/port';
import { invariant } from '@vigia/core/kernel';
import { PracticeSession } from './session.ts';

const TRAITS: BrokerTraits = {
  displayName: 'Bróker de práctica',
  isOfficial: true,
  isExperimental: false,
  forbidsBots: false,
  credentialKinds: ['password'],
  earlySale: { isOffered: false, why: 'el bróker de práctica espera siempre al final' },
  onEqualPrices: 'tie',
  priceTimes: 'tick',
  shortestCandleS: 1,
  domains: [],
  words: { site: '127.0.0.1', known: 'Un bróker de prueba, en esta misma máquina.' },
};

/** The practice broker. Its market and accounts exist only in its simulator. */
export const practiceBroker: Broker<'practice'> = {
  id: 'practice',
  traits: TRAITS,
  open(credentials: BrokerCredentials, resume, listener, deps) {
    invariant(credentials.kind === 'password', 'the practice broker is signed in to with a password');
    return new PracticeSession(credentials, resume, listener, deps);
  },
};

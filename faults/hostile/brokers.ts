import { derivBroker } from '@vigia/broker-deriv';
import { startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { iqOptionBroker } from '@vigia/broker-iqoption';
import { SIMULATED_PASSWORD, startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { Broker, BrokerCredentials } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { olympTradeBroker } from '@vigia/broker-olymptrade';
import { accessToken, startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { quotexBroker } from '@vigia/broker-quotex';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import type { Clock } from '@vigia/core/kernel';

/** A broker that the hostile run tests: its adapter, simulator and limits. */
export type HostileTarget = {
  readonly broker: Broker;
  readonly start: (clock: Clock, seed: number) => Promise<BrokerSimulator>;
  readonly credentials: (nowMs: number, seed: number) => BrokerCredentials;
  readonly symbol: string;
  readonly durationS: number;
  /** Rate limits of the adapter, equal to those in the adapter's conformance tests. */
  readonly messagesPerSecond: number;
  readonly requestsPerMinute: number;
  /**
   * Deviations of a simulator that must not change during a session, because the broker sets them for each login or
   * each day.
   */
  readonly fixed: readonly string[];
  /** Messages that the broker's protocol does not define. */
  readonly strangeMessages: readonly string[];
};

const NOISE = ['', 'null', '[]', '{}', '{"msg_type":"news","news":{}}', '\u0000\uffff'];

export const HOSTILE_TARGETS: Readonly<Record<string, HostileTarget>> = {
  iqoption: {
    broker: iqOptionBroker,
    start: startIqOption,
    credentials: () => ({ kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD }),
    symbol: 'EURUSD',
    durationS: 30,
    messagesPerSecond: 6,
    requestsPerMinute: 245,
    fixed: ['switchedOff', 'arePairsRenamed'],
    strangeMessages: [...NOISE, '{"name":"news","msg":null}', '{"name":"position-changed","msg":{"id":7}}'],
  },
  deriv: {
    broker: derivBroker,
    start: startDeriv,
    // With an even seed the session uses the new Deriv API, with an odd seed the old one.
    credentials: (_nowMs, seed) =>
      seed % 2 === 0
        ? { kind: 'api_token', token: 'pat_ana', appId: 'vigia' }
        : { kind: 'api_token', token: 'v3-ana-demo', appId: '1089' },
    symbol: 'EURUSD',
    durationS: 15,
    messagesPerSecond: 100,
    requestsPerMinute: 583,
    fixed: [],
    strangeMessages: [...NOISE, '{"msg_type":"buy","buy":{"contract_id":7}}', '{"msg_type":"proposal_open_contract"}'],
  },
  quotex: {
    broker: quotexBroker,
    start: startQuotex,
    credentials: () => ({ kind: 'password', email: 'ana@example.com', password: 'clave-quotex' }),
    symbol: 'EURUSD-OTC',
    durationS: 30,
    messagesPerSecond: 22,
    requestsPerMinute: 250,
    fixed: ['timers'],
    strangeMessages: [
      ...NOISE,
      '42["news",{}]',
      '42["s_orders/close",{}]',
      '451-["news",{"_placeholder":true,"num":0}]',
    ],
  },
  olymptrade: {
    broker: olympTradeBroker,
    start: startOlympTrade,
    credentials: (nowMs) => ({
      kind: 'browser_session',
      token: accessToken(46_300_001, nowMs),
      cookies: null,
      userAgent: null,
    }),
    symbol: 'EURUSD',
    durationS: 60,
    messagesPerSecond: 30,
    requestsPerMinute: 310,
    fixed: ['badToken', 'realAccounts'],
    strangeMessages: [...NOISE, '[{"e":9999,"d":[{}]}]', '[{"e":26,"d":[{"id":7}]}]'],
  },
};

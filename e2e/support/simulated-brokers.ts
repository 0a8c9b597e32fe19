import { type DerivSimulator, startSimulator as startDeriv } from '@vigia/broker-deriv/simulator';
import { startSimulator as startIqOption } from '@vigia/broker-iqoption/simulator';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { startSimulator as startOlympTrade } from '@vigia/broker-olymptrade/simulator';
import { startSimulator as startQuotex } from '@vigia/broker-quotex/simulator';
import type { Clock } from '@vigia/core/kernel';

/** The brokers that the tests simulate. */
export const SIMULATED_BROKER_IDS = ['deriv', 'iqoption', 'olymptrade', 'quotex'] as const;
export type SimulatedBrokerId = (typeof SIMULATED_BROKER_IDS)[number];

export type SimulatedBrokers = Readonly<Record<SimulatedBrokerId, BrokerSimulator>> & {
  readonly deriv: DerivSimulator;
};

const SEED = 20_261_121;

/** Starts every simulated broker on loopback, with the clock of the server under test. */
export async function startSimulatedBrokers(clock: Clock): Promise<SimulatedBrokers> {
  const [deriv, iqoption, olymptrade, quotex] = await Promise.all([
    startDeriv(clock, SEED),
    startIqOption(clock, SEED),
    startOlympTrade(clock, SEED),
    startQuotex(clock, SEED),
  ]);
  return { deriv, iqoption, olymptrade, quotex };
}

/** Returns the value of the setting `BROKER_ORIGINS`, with the addresses of the simulated brokers. */
export const originsOf = (brokers: SimulatedBrokers): string =>
  JSON.stringify(Object.fromEntries(SIMULATED_BROKER_IDS.map((id) => [id, brokers[id].origins])));

export const stopSimulatedBrokers = (brokers: SimulatedBrokers): Promise<unknown> =>
  Promise.all(SIMULATED_BROKER_IDS.map((id) => brokers[id].stop()));

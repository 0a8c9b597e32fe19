import type { Broker, BrokerCredentials } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { expect } from 'vitest';
import { CountingIds, SeededRng } from '#index.ts';
import type { ClockDriver } from './clock-driver.ts';

/** Expects that the simulator still serves a client: the adapter connects and closes. */
export async function expectServesNextClient(
  drive: ClockDriver,
  broker: Broker,
  credentials: BrokerCredentials,
  simulator: BrokerSimulator,
): Promise<void> {
  const ignore = () => undefined;
  const listener = { onState: ignore, onAccounts: ignore, onAssets: ignore, onTick: ignore, onContract: ignore };
  const deps = { clock: drive.clock, rng: new SeededRng(1), ids: new CountingIds(), log: ignore };
  const session = broker.open(
    credentials,
    null,
    { ...listener, onResumable: ignore },
    { ...deps, origins: simulator.origins },
  );
  expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
  await drive.settled('close', session.close('keep'));
}

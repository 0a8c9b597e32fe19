import { type BrokerCredentials, type BrokerSession, isPractice } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

type Stage = { readonly drive: ClockDriver; readonly simulator: BrokerSimulator; readonly session: BrokerSession };

async function play(credentials: BrokerCredentials, act: (stage: Stage) => Promise<void>) {
  const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  const simulator = await startSimulator(drive.clock, 7);
  const session = iqOptionBroker.open(credentials, null, new Listener(drive.clock), {
    clock: drive.clock,
    rng: new SeededRng(7),
    ids: new CountingIds(),
    log: () => undefined,
    origins: simulator.origins,
  });
  try {
    expect(await drive.settled('connect', session.connect())).toEqual({ ok: true, value: null });
    await act({ drive, simulator, session });
    await drive.settled('close', session.close('keep'));
  } finally {
    await simulator.stop();
  }
}

it.each<[string, BrokerCredentials]>([
  ['the ssid', { kind: 'browser_session', token: 'navegador-ana@example.com', cookies: null, userAgent: null }],
  ['password', { kind: 'password', email: 'ana@example.com', password: 'clave-simulada' }],
])('a reset by %s sets a practice balance to 10 000, and leaves the real balance unchanged', (_way, credentials) =>
  play(credentials, async ({ drive, simulator, session }) => {
    const demo = session.accounts().find(isPractice);
    if (!demo) throw new Error('no demo account');
    simulator.book.refill(demo.accountId, minorUnits(1_23));
    await drive.until('the low balance', () => session.accounts().find(isPractice)?.balanceMinor === 1_23);
    const real = () => session.accounts().filter(({ kind }) => kind === 'real');
    const before = real();
    expect(
      await drive.settled('the reset', session.resetPractice?.(demo) ?? Promise.reject(new Error('no reset'))),
    ).toEqual({ ok: true, value: null });
    await drive.until('the new balance', () => session.accounts().find(isPractice)?.balanceMinor === 1_000_000);
    expect(real()).toEqual(before);
  }),
);

it('the reset of a practice balance is refused by the broker if the account belongs to another login', () =>
  play({ kind: 'password', email: 'ana@example.com', password: 'clave-simulada' }, async ({ drive, session }) => {
    const demo = session.accounts().find(isPractice);
    if (!demo) throw new Error('no demo account');
    const other = session.resetPractice?.({ ...demo, accountId: '1' }) ?? Promise.reject(new Error('no reset'));
    expect(await drive.settled('the reset', other)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
  }));

import { type BrokerCredentials, type BrokerSession, isPractice } from '@vigia/broker-kit/port';
import type { BrokerSimulator } from '@vigia/broker-kit/simulator';
import { err, minorUnits, ok } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { expect, it } from 'vitest';
import { derivBroker } from './index.ts';
import type { Login } from './login.ts';
import { resetPractice } from './practice-reset.ts';
import { startSimulator } from './simulator/index.ts';

type Stage = { readonly drive: ClockDriver; readonly simulator: BrokerSimulator; readonly session: BrokerSession };

async function play(credentials: BrokerCredentials, act: (stage: Stage) => Promise<void>) {
  const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  const simulator = await startSimulator(drive.clock, 7);
  const session = derivBroker.open(credentials, null, new Listener(drive.clock), {
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

it.each<[string, BrokerCredentials, number]>([
  ['the new API', { kind: 'api_token', token: 'pat_ana', appId: 'vigia' }, 1_000_000],
  ['v3', { kind: 'api_token', token: 'v3-ana-demo', appId: '1089' }, 1_000_123],
])(
  'a reset by %s sets a practice balance of 1.23 to 10 000, and leaves the real balance unchanged',
  (_way, credentials, afterMinor) =>
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
      await drive.until('the new balance', () => session.accounts().find(isPractice)?.balanceMinor === afterMinor);
      expect(real()).toEqual(before);
    }),
);

const PRACTICE = { accountId: 'VRTC1', kind: 'demo', currency: 'USD', balanceMinor: minorUnits(1) } as const;

it.each([
  [
    'refuses',
    err({ kind: 'refused', error: { code: 'InvalidOperation', message: 'no', details: {} } } as const),
    'unknown',
  ],
  ['does not answer', err({ kind: 'unanswered', cause: 'timeout' } as const), 'network'],
] as const)('a reset that v3 %s fails', async (_how, reply, kind) => {
  const login: Login = { generation: 'v3', sockets: async () => ok([]) };
  const line = { client: { call: async () => reply } };
  expect(await resetPractice(login, line, PRACTICE)).toMatchObject({ ok: false, error: { kind } });
});

it('the reset of a practice balance fails if its account has no socket', async () => {
  const login: Login = { generation: 'v3', sockets: async () => ok([]) };
  expect(await resetPractice(login, undefined, PRACTICE)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
});

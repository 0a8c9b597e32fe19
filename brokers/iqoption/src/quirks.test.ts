import { type BrokerOrder, type BrokerSession, withContractTimesOfServer } from '@vigia/broker-kit/port';
import { type Clock, epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { describe, expect, it } from 'vitest';
import { iqOptionBroker } from './index.ts';
import { type IqSimulator, SIMULATED_PASSWORD, startSimulator } from './simulator/index.ts';

type Stage = {
  readonly drive: ClockDriver;
  readonly simulator: IqSimulator;
  readonly session: BrokerSession;
  readonly listener: Listener;
  readonly connected: unknown;
};

/** Connects a session to a simulator with these deviations, runs `act`, and ends both. */
async function play(
  quirks: Partial<IqSimulator['quirks']>,
  act: (stage: Stage) => Promise<void>,
  aheadMs = 0,
): Promise<void> {
  const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  const simulator = await startSimulator(ahead(drive.clock, aheadMs), 7);
  Object.assign(simulator.quirks, quirks);
  const listener = new Listener(drive.clock);
  const session = withContractTimesOfServer(iqOptionBroker).open(
    { kind: 'password', email: 'ana@example.com', password: SIMULATED_PASSWORD },
    null,
    listener,
    {
      clock: drive.clock,
      rng: new SeededRng(7),
      ids: new CountingIds(),
      log: () => undefined,
      origins: simulator.origins,
    },
  );
  try {
    const connected = await drive.settled('connect', session.connect());
    await act({ drive, simulator, session, listener, connected });
    await drive.settled('close', session.close('keep'));
  } finally {
    await simulator.stop();
  }
}

/** Returns a clock that is ahead of the given clock by `byMs`. */
const ahead = (clock: Clock, byMs: number): Clock => ({
  now: () => epochMs(clock.now() + byMs),
  monotonicMs: () => clock.monotonicMs(),
  after: (delay, task) => clock.after(delay, task),
  every: (interval, task) => clock.every(interval, task),
});

const orderOf = ({ session, drive }: Stage): BrokerOrder => ({
  orderId: 'o',
  accountId: session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '',
  symbol: 'EURUSD',
  direction: 'CALL',
  stakeMinor: minorUnits(1_000),
  durationS: 60,
  minPayoutRatio: null,
  sendDeadlineMs: epochMs(drive.clock.now() + 60_000),
});

const kinds = ({ session }: Stage) => session.accounts().map(({ kind }) => kind);
const eurusd = ({ session }: Stage) => session.assets().find(({ symbol }) => symbol === 'EURUSD');

/**
 * Places an order that is accepted but whose reply is lost. Looks it up twenty seconds later, in positions of the given
 * form.
 */
async function lookedUp(stage: Stage, positions: IqSimulator['quirks']['positions']) {
  const { simulator, session, drive } = stage;
  simulator.quirks.positions = positions;
  simulator.script.contractStream = 'silent';
  simulator.script.nextOrders({ kind: 'cut_after_booking' });
  const order = orderOf(stage);
  const reply = await drive.settled('the order', session.place(order));
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  const sent = { ...order, sentAtMs: reply.sentAtMs };
  await drive.until('the reconnect', () => session.state().status === 'connected');
  const verdict = async () => {
    await drive.advance(20_000);
    const answer = await drive.settled('the look-up', session.reconcile([sent], new Set()));
    return answer.ok ? answer.value[0]?.verdict : answer.error;
  };
  return { verdict, first: await verdict() };
}

describe('the IQ Option adapter, with behaviour that the platform shows at real brands,', () => {
  it.each([true, false])('buys options from wallets with `is_marginal` %s', (areWalletsMarginal) =>
    play({ areWalletsMarginal }, async (stage) => {
      expect(kinds(stage)).toEqual(['demo', 'real']);
      const reply = await stage.drive.settled('the order', stage.session.place(orderOf(stage)));
      expect(reply.outcome).toBe('accepted');
    }),
  );

  it('includes the bonus of a wallet in its balance', () =>
    play({ bonusAmount: 25 }, async ({ session }) => {
      expect(session.accounts()[0]?.balanceMinor).toBe(1_002_500);
    }));

  it('leaves out an unreadable wallet, and keeps the others', () =>
    play({ hasOddWallet: true }, async (stage) => {
      expect(stage.connected).toEqual({ ok: true, value: null });
      expect(kinds(stage)).toEqual(['demo', 'real']);
    }));

  it.each([true, false])('lists and buys EURUSD, with open-market pairs renamed: %s', (arePairsRenamed) =>
    play({ arePairsRenamed }, async (stage) => {
      expect(stage.session.assets().filter(({ symbol }) => symbol.startsWith('EURUSD-OP'))).toEqual([]);
      expect(eurusd(stage)).toMatchObject({ isOpen: true, name: 'EUR/USD' });
      const reply = await stage.drive.settled('the order', stage.session.place(orderOf(stage)));
      expect(reply).toMatchObject({ outcome: 'accepted', contract: { symbol: 'EURUSD' } });
    }),
  );

  it('shows an asset as open again within a minute after its suspension ends', () =>
    play({}, async (stage) => {
      const { drive, simulator, session } = stage;
      simulator.market.setOpen('EURUSD', false);
      const refused = await drive.settled('the order', session.place(orderOf(stage)));
      expect(refused).toMatchObject({ outcome: 'refused', fault: { kind: 'market_closed' } });
      await drive.until('the suspension', () => eurusd(stage)?.isOpen === false);
      await drive.advance(2 * 60_000);
      expect(eurusd(stage)?.isOpen).toBe(false);
      simulator.market.setOpen('EURUSD', true);
      await drive.until('the asset to be open', () => eurusd(stage)?.isOpen === true, 45_000);
    }));

  it('finds an accepted order in positions of either form, and leaves it unread while they lack the direction', () =>
    play({}, async (stage) => {
      expect((await lookedUp(stage, 'flat')).first).toBe('found');
      const ghost = await lookedUp(stage, 'bare');
      expect(ghost.first).toBe('unread');
      stage.simulator.quirks.positions = 'raw';
      expect(await ghost.verdict()).toBe('found');
    }));

  it('dates a contract by Vigía’s clock even if the broker’s clock is ten minutes ahead, and reads its end in time', () =>
    play(
      {},
      async (stage) => {
        const { drive, simulator, session, listener } = stage;
        simulator.script.contractStream = 'silent';
        await drive.advance(2_000);
        const placedMs = drive.clock.now();
        const reply = await drive.settled('the order', session.place(orderOf(stage)));
        if (reply.outcome !== 'accepted') throw new Error(`the order is ${reply.outcome}`);
        const { contractId, accountId, openedAtMs, expiryMs } = reply.contract;
        expect(Math.abs(openedAtMs - placedMs)).toBeLessThan(1_500);
        expect(Math.abs(expiryMs - placedMs - 60_000)).toBeLessThan(1_500);
        session.follow([{ contractId, accountId, expiryMs }]);
        await drive.until('the end', () => listener.ends(contractId).length > 0, 75_000);
        expect(listener.ends(contractId)[0]).toMatchObject({ openedAtMs, expiryMs });
      },
      10 * 60_000,
    ));

  it.each([
    ['turbo', ['blitz', 'binary']],
    ['blitz', ['turbo', 'binary']],
  ] satisfies readonly (readonly ['turbo' | 'blitz', readonly string[]])[])(
    'does not sell the product %s if the platform has switched it off',
    (product, left) =>
      play({ switchedOff: `${product}-instrument` }, async (stage) => {
        const sizesS = eurusd(stage)?.durationsS ?? [];
        expect([sizesS.includes(30), sizesS.includes(120)]).toEqual([left.includes('blitz'), left.includes('turbo')]);
      }),
  );

  it('reports the fault `clients_refused` if the platform allows no third-party programs', () =>
    play({ switchedOff: 'client-sdk' }, async ({ connected, session }) => {
      expect(connected).toMatchObject({ ok: false, error: { kind: 'clients_refused' } });
      expect(session.state().status).toBe('failed');
    }));
});

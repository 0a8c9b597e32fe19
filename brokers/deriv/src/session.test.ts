import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { expect, it } from 'vitest';
import { derivBroker } from './index.ts';
import { startSimulator } from './simulator/index.ts';

it('a Deriv session subscribes again to a running contract after a reconnect, and does not wait for the next poll', async () => {
  const drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  const deriv = await startSimulator(drive.clock, 3);
  const asked: unknown[] = [];
  deriv.tap(({ direction, text }) => direction === 'request' && asked.push(JSON.parse(text)));
  const listener = new Listener(drive.clock);
  const session = derivBroker.open({ kind: 'api_token', token: 'pat_ana', appId: 'vigia' }, null, listener, {
    clock: drive.clock,
    rng: new SeededRng(1),
    ids: new CountingIds(),
    origins: deriv.origins,
    log: () => undefined,
  });
  await drive.settled('connect', session.connect());
  const order = {
    orderId: 'o',
    accountId: session.accounts()[0]?.accountId ?? '',
    symbol: 'EURUSD',
    direction: 'CALL' as const,
    stakeMinor: minorUnits(1_000),
    durationS: 60,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(drive.clock.now() + 5_000),
  };
  const placed = await drive.settled('an order', session.place(order));
  if (placed.outcome !== 'accepted') throw new Error(placed.outcome);
  deriv.script.cutConnections();
  await drive.until('the cut', () => session.state().status === 'connecting');
  asked.length = 0;
  await drive.until('the connection', () => session.state().status === 'connected');
  await drive.quiet();
  const stream = { proposal_open_contract: 1, contract_id: Number(placed.contract.contractId), subscribe: 1 };
  expect(asked).toContainEqual(expect.objectContaining(stream));
  await drive.until('the expiry', () => drive.clock.now() >= placed.contract.expiryMs, 70_000);
  await drive.advance(500);
  expect(listener.ends(placed.contract.contractId)).toHaveLength(1);
  await drive.settled('close', session.close('keep'));
  await deriv.stop();
});

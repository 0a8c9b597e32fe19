import { epochMs, minorUnits } from '@vigia/core/kernel';
import { CountingIds, SeededRng } from '@vigia/testkit';
import { ClockDriver, Listener } from '@vigia/testkit/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivBroker } from './index.ts';
import { type DerivSimulator, startSimulator } from './simulator/index.ts';

const DURATION_S = 15;
const LATE_MS = 6_000;
let drive: ClockDriver;
let simulator: DerivSimulator;
let session: ReturnType<typeof derivBroker.open>;

beforeEach(async () => {
  drive = new ClockDriver(Date.UTC(2026, 10, 24, 9, 12, 7, 250));
  simulator = await startSimulator(drive.clock, 7, 0, { profitTableLateMs: LATE_MS });
  const credentials = { kind: 'api_token', token: 'pat_ana', appId: 'vigia' } as const;
  session = derivBroker.open(credentials, null, new Listener(drive.clock), {
    clock: drive.clock,
    rng: new SeededRng(7),
    ids: new CountingIds(),
    log: () => undefined,
    origins: simulator.origins,
  });
  await drive.settled('connect', session.connect());
});
afterEach(async () => {
  await drive.settled('close', session.close('keep'));
  await simulator.stop();
});

/** Sends an order whose reply is lost, and advances time to `afterEndMs` after the end of its contract. */
async function inDoubt(fault: 'cut_after_booking' | 'cut_before_booking', afterEndMs: number) {
  const nowMs = drive.clock.now();
  const order = {
    orderId: 'o-1',
    accountId: session.accounts().find(({ kind }) => kind === 'demo')?.accountId ?? '',
    symbol: 'EURUSD',
    direction: 'CALL' as const,
    stakeMinor: minorUnits(1_000),
    durationS: DURATION_S,
    minPayoutRatio: null,
    sendDeadlineMs: epochMs(nowMs + 60_000),
  };
  simulator.script.nextOrders({ kind: fault });
  const reply = await drive.settled('a reply', session.place(order));
  if (reply.outcome !== 'unknown') throw new Error(`the order is ${reply.outcome}`);
  const sent = { ...order, sentAtMs: reply.sentAtMs };
  await drive.advance(reply.sentAtMs + DURATION_S * 1_000 + afterEndMs - drive.clock.now());
  return sent;
}

async function verdictOn(order: Awaited<ReturnType<typeof inDoubt>>) {
  const answer = await drive.settled('a verdict', session.reconcile([order], new Set()));
  return answer.ok ? (answer.value[0]?.verdict ?? null) : answer.error.kind;
}

describe('an order at Deriv that neither the portfolio nor the profit table contains', () => {
  it('is undecided until the profit table contains its contract, and then found', async () => {
    const order = await inDoubt('cut_after_booking', 1_500);
    expect(simulator.book.contracts()[0]?.result).not.toBeNull();
    const seen: (string | null)[] = [];
    while (seen.at(-1) !== 'found' && seen.length < 20) {
      seen.push(await verdictOn(order));
      await drive.advance(1_000);
    }
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(['undecided']));
    expect(seen.at(-1)).toBe('found');
  });

  it('is absent if it opened no contract, but only after a second reading of the records some seconds later', async () => {
    const order = await inDoubt('cut_before_booking', 1_500);
    const startMs = drive.clock.now();
    let verdict = await verdictOn(order);
    while (verdict === 'undecided') {
      await drive.advance(1_000);
      verdict = await verdictOn(order);
    }
    expect(verdict).toBe('absent');
    expect(drive.clock.now() - startMs).toBeGreaterThan(LATE_MS);
    expect(drive.clock.now() - startMs).toBeLessThan(30_000);
  });
});

import { epochMs, minorUnits, ok } from '@vigia/core/kernel';
import { CountingIds, ManualClock, SeededRng } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { contractAt, endedContract, orderSentAt } from '#orders/testing-contracts.ts';
import type { Broker, BrokerListener, BrokerSession } from './broker.ts';
import type { BrokerContract } from './contract.ts';
import { withContractTimesOfServer } from './our-time.ts';

const NOW_MS = 1_795_206_760_000;
const CONTRACT = endedContract(contractAt(NOW_MS + 600_000), 850);
const nothing = (): never => {
  throw new Error('not part of this test');
};

/**
 * Opens a session of a broker whose clock is ahead by `offsetMs`. Collects the session's events and the arguments that
 * it receives.
 */
function opened(offsetMs: number | null) {
  const reported: BrokerContract[] = [];
  const followed: number[] = [];
  /** Expiries that the session received for sales. */
  const named: number[] = [];
  let theirs: BrokerListener | null = null;
  const session: BrokerSession = {
    connect: nothing,
    answerCode: nothing,
    state: nothing,
    accounts: nothing,
    assets: nothing,
    time: () => ({ offsetMs, roundTripMs: 20 }),
    quote: nothing,
    place: async () => ({ outcome: 'accepted', contract: CONTRACT }),
    reconcile: async () => ok([{ verdict: 'found', contract: CONTRACT }, { verdict: 'unread' }]),
    follow: (contracts) => followed.push(...contracts.map(({ expiryMs }) => expiryMs)),
    sales: {
      offer: async ({ expiryMs }) => {
        named.push(expiryMs);
        return ok({ priceMinor: minorUnits(400), statedAtMs: epochMs(NOW_MS) });
      },
      sell: async ({ contract: { expiryMs } }) => {
        named.push(expiryMs);
        return { outcome: 'sold', contract: CONTRACT };
      },
      reconcile: async ({ contract: { expiryMs } }) => {
        named.push(expiryMs);
        return ok({ verdict: 'ended', contract: CONTRACT });
      },
    },
    watch: nothing,
    candles: nothing,
    close: nothing,
  };
  const broker: Pick<Broker, 'id' | 'open'> = {
    id: 'deriv',
    open: (_credentials, _resume, listener) => {
      theirs = listener;
      return session;
    },
  };
  const listener: BrokerListener = {
    onState: nothing,
    onAccounts: nothing,
    onAssets: nothing,
    onTick: nothing,
    onResumable: nothing,
    onContract: (contract) => reported.push(contract),
  };
  const clock = new ManualClock(NOW_MS);
  const deps = { clock, rng: new SeededRng(1), ids: new CountingIds(), log: nothing, origins: {} };
  const credentials = { kind: 'api_token', token: 't', appId: 'a' } as const;
  const ours = withContractTimesOfServer({ ...broker, traits: TRAITS }).open(credentials, null, listener, deps);
  const report = () => theirs?.onContract(CONTRACT);
  return { ours, reported, followed, named, report };
}

const TRAITS: Broker['traits'] = {
  displayName: 'A broker',
  isOfficial: true,
  isExperimental: false,
  forbidsBots: false,
  credentialKinds: ['api_token'],
  earlySale: { isOffered: true },
  onEqualPrices: 'lost',
  priceTimes: 'tick',
  shortestCandleS: 60,
  domains: [],
  words: { site: 'x', known: 'x' },
};

describe('a broker whose clock is ten minutes ahead', () => {
  const OURS = {
    openedAtMs: NOW_MS,
    expiryMs: NOW_MS + 60_000,
    entryTickMs: CONTRACT.entryTickMs,
    result: { settledAtMs: NOW_MS + 60_000, settleTickMs: CONTRACT.result?.settleTickMs },
  };

  it('has every report of a contract dated by Vigía’s clock, and the times of prices unchanged', async () => {
    const { ours, reported, report } = opened(600_000);
    report();
    expect(reported).toMatchObject([OURS]);
    expect(await ours.place(orderSentAt(NOW_MS))).toMatchObject({ contract: OURS });
    const answer = await ours.reconcile([], new Set());
    expect(answer).toMatchObject({ value: [{ verdict: 'found', contract: OURS }, { verdict: 'unread' }] });
  });

  it('receives expiries by its own clock', () => {
    const { ours, followed } = opened(600_000);
    ours.follow([{ contractId: '1', accountId: 'demo', expiryMs: epochMs(NOW_MS) }]);
    expect(followed).toEqual([NOW_MS + 600_000]);
  });

  it('receives sales with expiries by its own clock, and its sale offers and contract ends are dated by Vigía’s clock', async () => {
    const { ours, named } = opened(600_000);
    const contract = { contractId: '1', accountId: 'demo', expiryMs: epochMs(NOW_MS) };
    const sale = { contract, minPriceMinor: minorUnits(400), sendDeadlineMs: epochMs(NOW_MS) };
    expect(await ours.sales?.offer(contract)).toMatchObject({ value: { statedAtMs: NOW_MS } });
    expect(await ours.sales?.sell(sale)).toMatchObject({ outcome: 'sold', contract: OURS });
    const answer = await ours.sales?.reconcile({ contract, sentAtMs: epochMs(NOW_MS) });
    expect(answer).toMatchObject({ value: { verdict: 'ended', contract: OURS } });
    expect(named).toEqual(Array(3).fill(NOW_MS + 600_000));
  });

  it.each([600_380, 599_620])('has expiries on the full minute with a measured offset of %d ms', async (offsetMs) => {
    const reply = await opened(offsetMs).ours.place(orderSentAt(NOW_MS));
    expect(reply).toMatchObject({ contract: { expiryMs: OURS.expiryMs } });
  });

  it.each([null, 0, 499])('keeps its times while the offset is %s ms', async (offsetMs) => {
    expect(await opened(offsetMs).ours.place(orderSentAt(NOW_MS))).toMatchObject({ contract: CONTRACT });
  });
});

import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { BrokerContract } from '#port/index.ts';
import { ContractTracker, type FollowedContract } from './contract-tracker.ts';
import { contractAt, ended } from './testing-contracts.ts';

function tracked(records: () => readonly BrokerContract[] = () => []) {
  const clock = new ManualClock(0);
  const told: BrokerContract[] = [];
  const polls: { atMs: number; ids: string[] }[] = [];
  const tracker = new ContractTracker({
    clock,
    tell: (contract) => void told.push(contract),
    poll: async (contracts: readonly FollowedContract[]) => {
      polls.push({ atMs: clock.now(), ids: contracts.map(({ contractId }) => contractId) });
      return records();
    },
  });
  const advance = async (ms: number) => {
    for (const endMs = clock.now() + ms; clock.now() < endMs; ) {
      clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { clock, told, polls, tracker, advance };
}

const contract = contractAt(0);

describe('following a contract', () => {
  it('asks nobody when the stream tells its end', async () => {
    const { told, polls, tracker, advance } = tracked();
    tracker.follow([contract]);
    await advance(60_000);
    tracker.see(ended(contract, 850));
    await advance(60_000);
    expect(told).toEqual([ended(contract, 850)]);
    expect(polls).toEqual([]);
    expect(tracker.followed()).toEqual([]);
  });

  it('asks the records from its expiry on, every so often until its end stands in them, and tells it once', async () => {
    let records: readonly BrokerContract[] = [contract];
    const { told, polls, tracker, advance } = tracked(() => records);
    tracker.follow([contract]);
    await advance(73_500);
    expect(polls.map(({ atMs }) => atMs)).toEqual([62_000, 67_000, 72_000]);
    records = [ended(contract, -1_000)];
    await advance(60_000);
    expect(polls).toHaveLength(4);
    expect(told.filter(({ result }) => result !== null)).toEqual([ended(contract, -1_000)]);
  });

  it('asks at once for one whose expiry lies in the past, together with what else is due', async () => {
    const { polls, tracker, advance } = tracked();
    await advance(100_000);
    tracker.follow([contract, contractAt(90_000), contractAt(1_000)]);
    await advance(1_000);
    expect(polls.at(0)?.ids).toEqual(['contract-0', 'contract-1000']);
  });

  it('lets no older or repeated word through after an end, but a correction and somebody else’s contract', () => {
    const { told, tracker } = tracked();
    tracker.see(ended(contract, 850));
    tracker.see(contract);
    tracker.see(ended(contract, 850));
    tracker.see(contractAt(7_000));
    tracker.see(ended(contract, -1_000));
    expect(told).toEqual([ended(contract, 850), contractAt(7_000), ended(contract, -1_000)]);
  });

  it('tells an end again to who follows again', async () => {
    const { told, tracker, advance } = tracked(() => [ended(contract, 850)]);
    tracker.see(ended(contract, 850));
    tracker.follow([contract]);
    await advance(70_000);
    expect(told).toHaveLength(2);
  });

  it('is silent and asks nothing once stopped', async () => {
    const { told, polls, tracker, advance } = tracked(() => [ended(contract, 850)]);
    tracker.follow([contract]);
    tracker.stop();
    tracker.see(ended(contract, 850));
    await advance(120_000);
    expect([told, polls]).toEqual([[], []]);
  });
});

import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import type { BrokerContract } from '#port/index.ts';
import { ContractTracker, type FollowedContract } from './contract-tracker.ts';
import { contractAt, endedContract } from './testing-contracts.ts';

function tracked(records: () => readonly BrokerContract[] = () => []) {
  const clock = new ManualClock(0);
  const published: BrokerContract[] = [];
  const polls: { atMs: number; ids: string[] }[] = [];
  const tracker = new ContractTracker({
    clock,
    publish: (contract) => void published.push(contract),
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
  return { clock, published, polls, tracker, advance };
}

const contract = contractAt(0);

describe('a contract tracker', () => {
  it('does not poll the records when the stream reports the end', async () => {
    const { published, polls, tracker, advance } = tracked();
    tracker.follow([contract]);
    await advance(60_000);
    tracker.see(endedContract(contract, 850));
    await advance(60_000);
    expect(published).toEqual([endedContract(contract, 850)]);
    expect(polls).toEqual([]);
    expect(tracker.followed()).toEqual([]);
  });

  it('polls the records from the expiry on until they contain the end, and publishes the end once', async () => {
    let records: readonly BrokerContract[] = [contract];
    const { published, polls, tracker, advance } = tracked(() => records);
    tracker.follow([contract]);
    await advance(73_500);
    expect(polls.map(({ atMs }) => atMs)).toEqual([62_000, 67_000, 72_000]);
    records = [endedContract(contract, -1_000)];
    await advance(60_000);
    expect(polls).toHaveLength(4);
    expect(published.filter(({ result }) => result !== null)).toEqual([endedContract(contract, -1_000)]);
  });

  it('polls at once for a contract that has already expired, together with all other expired contracts', async () => {
    const { polls, tracker, advance } = tracked();
    await advance(100_000);
    tracker.follow([contract, contractAt(90_000), contractAt(1_000)]);
    await advance(1_000);
    expect(polls.at(0)?.ids).toEqual(['contract-0', 'contract-1000']);
  });

  it('ignores older and repeated reports of an ended contract, but publishes corrections and reports of other contracts', () => {
    const { published, tracker } = tracked();
    tracker.see(endedContract(contract, 850));
    tracker.see(contract);
    tracker.see(endedContract(contract, 850));
    tracker.see(contractAt(7_000));
    tracker.see(endedContract(contract, -1_000));
    expect(published).toEqual([endedContract(contract, 850), contractAt(7_000), endedContract(contract, -1_000)]);
  });

  it('publishes an end again if the contract is followed again', async () => {
    const { published, tracker, advance } = tracked(() => [endedContract(contract, 850)]);
    tracker.see(endedContract(contract, 850));
    tracker.follow([contract]);
    await advance(70_000);
    expect(published).toHaveLength(2);
  });

  it('neither publishes nor polls after it is stopped', async () => {
    const { published, polls, tracker, advance } = tracked(() => [endedContract(contract, 850)]);
    tracker.follow([contract]);
    tracker.stop();
    tracker.see(endedContract(contract, 850));
    await advance(120_000);
    expect([published, polls]).toEqual([[], []]);
  });
});

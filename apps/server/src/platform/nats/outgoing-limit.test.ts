import { describe, expect, it } from 'vitest';
import { OutgoingLimit } from './outgoing-limit.ts';

const PIECE = 2 ** 18;

/** Counts the messages that are admitted until one is refused. */
const admitted = (limit: OutgoingLimit): number => {
  let count = 0;
  while (count < 1_000 && limit.admits(PIECE)) count += 1;
  return count;
};

describe('OutgoingLimit, which limits data sent to NATS,', () => {
  it('refuses data above the limit until the server confirms earlier data', () => {
    expect(admitted(new OutgoingLimit(() => new Promise(() => undefined)))).toBe(32);
  });

  it('admits more data when the server confirms earlier data', async () => {
    const answers: (() => void)[] = [];
    const limit = new OutgoingLimit(() => new Promise((resolve) => void answers.push(resolve)));
    expect(admitted(limit)).toBe(32);
    for (const answer of answers.splice(0, 3)) answer();
    await Promise.resolve();
    expect(admitted(limit)).toBe(3);
  });

  it('continues after the connection to the server is lost', async () => {
    const limit = new OutgoingLimit(() => Promise.reject(new Error('away')));
    expect(admitted(limit)).toBe(32);
    await Promise.resolve();
    expect(admitted(limit)).toBe(0);
  });
});

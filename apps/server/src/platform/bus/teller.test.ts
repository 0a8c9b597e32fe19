import { ManualClock } from '@vigia/testkit';
import { pino } from 'pino';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Teller } from './teller.ts';

const AWAY = Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' });

let clock: ManualClock;
let said: string[];
let lines: string[];
let teller: Teller;
beforeEach(() => {
  clock = new ManualClock(0);
  [said, lines] = [[], []];
  teller = new Teller({ clock, log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) });
});

/** Fails so many times, then says it. */
const failing = (times: number, what: string, fault: Error = AWAY) => {
  let left = times;
  return async (): Promise<void> => {
    left -= 1;
    if (left >= 0) throw fault;
    said.push(what);
  };
};
const say = (what: string) => failing(0, what);

describe('a teller', () => {
  it('says everything in its order', async () => {
    for (const what of ['a', 'b', 'c']) teller.tell(say(what));
    await teller.idle();
    expect(said).toEqual(['a', 'b', 'c']);
  });

  it('keeps what it cannot say while the database is away, and what comes after it, and says it later', async () => {
    teller.tell(failing(2, 'a'));
    teller.tell(say('b'));
    await teller.idle();
    expect(said).toEqual([]);
    teller.tell(say('c'));
    for (let second = 1; second <= 2; second += 1) {
      clock.advance(1_000);
      await teller.idle();
    }
    expect(said).toEqual(['a', 'b', 'c']);
    expect(lines).toHaveLength(2);
  });

  it('leaves out what cannot be said at all, and says so in the log', async () => {
    teller.tell(failing(1, 'a', new TypeError('not to be said')));
    teller.tell(say('b'));
    await teller.idle();
    expect(said).toEqual(['b']);
    expect(lines.join('')).toContain('not to be said');
  });

  it('tries once more when it stops', async () => {
    teller.tell(failing(1, 'a'));
    await teller.idle();
    await teller.stop();
    expect(said).toEqual(['a']);
  });

  it('tries no more once it has stopped', async () => {
    const never = vi.fn<() => Promise<void>>(failing(9, 'a'));
    teller.tell(never);
    await teller.idle();
    await teller.stop();
    clock.advance(10_000);
    await teller.idle();
    expect(never).toHaveBeenCalledTimes(2);
  });
});

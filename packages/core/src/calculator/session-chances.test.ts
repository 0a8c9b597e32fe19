import { describe, expect, it } from 'vitest';
import { minorUnits, SeededRng } from '#kernel/index.ts';
import { type SessionsAsked, type Staking, sessionChances, simulateSessions } from './index.ts';

const FIXED: Staking = { kind: 'fixed', stakeMinor: minorUnits(1_000) };
const asked = (given: Partial<SessionsAsked>): SessionsAsked => ({
  odds: { winRate: 0.525, payoutRatio: 0.85 },
  staking: FIXED,
  capitalMinor: minorUnits(50_000),
  trades: 100,
  sessions: 20_000,
  ...given,
});

/** Follows every sequence of results of a few trades with a fixed stake. */
function enumerated({ odds, capitalMinor, trades }: SessionsAsked) {
  let [inProfit, exhausted] = [0, 0];
  for (let bits = 0; bits < 2 ** trades; bits += 1) {
    let balance: number = capitalMinor;
    let chance = 1;
    let isOut = false;
    for (let trade = 0; trade < trades; trade += 1) {
      const isWon = ((bits >> trade) & 1) === 1;
      chance *= isWon ? odds.winRate : 1 - odds.winRate;
      isOut ||= balance < 1_000;
      if (!isOut) balance += isWon ? 1_000 * odds.payoutRatio : -1_000;
    }
    if (balance > capitalMinor) inProfit += chance;
    if (isOut) exhausted += chance;
  }
  return { inProfit, exhausted };
}

describe('the chances of a session', () => {
  it.each([
    [{ trades: 10, capitalMinor: minorUnits(3_000) }],
    [{ trades: 12, capitalMinor: minorUnits(1_000), odds: { winRate: 0.6, payoutRatio: 0.9 } }],
    [{ trades: 1 }],
    [{ trades: 9, odds: { winRate: 0.5, payoutRatio: 1 } }],
  ])('follow from all sequences of results: %j', (given) => {
    const chances = sessionChances(asked(given));
    const { inProfit, exhausted } = enumerated(asked(given));
    expect(chances.inProfit).toBeCloseTo(inProfit, 12);
    expect(chances.exhausted).toBeCloseTo(exhausted, 12);
  });

  it.each([
    ['a fixed stake', asked({})],
    ['a fixed stake of a small capital', asked({ capitalMinor: minorUnits(6_000) })],
    ['a fraction of the balance', asked({ staking: { kind: 'fraction', fraction: 0.02 } })],
    ['a large fraction, which ends sessions', asked({ staking: { kind: 'fraction', fraction: 0.5 }, trades: 40 })],
    ['a thousand trades', asked({ trades: 1_000, sessions: 2_000 })],
  ])('equal the frequencies in many random sessions, with %s', (_name, given) => {
    const { inProfit, exhausted } = simulateSessions(given, new SeededRng(4));
    const chances = sessionChances(given);
    const luck = 4 * Math.sqrt(0.25 / given.sessions);
    expect(Math.abs(chances.inProfit - inProfit / given.sessions)).toBeLessThan(luck);
    expect(Math.abs(chances.exhausted - exhausted / given.sessions)).toBeLessThan(luck);
  });

  it('are 0 for a profit and 1 for exhausted capital, if the capital does not cover the stake', () => {
    expect(sessionChances(asked({ capitalMinor: minorUnits(500) }))).toEqual({ inProfit: 0, exhausted: 1 });
  });
});

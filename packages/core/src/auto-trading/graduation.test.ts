import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits } from '#kernel/index.ts';
import { breakEvenRate, EvidenceFold, liveCard } from '#statistics/index.ts';
import { REAL_MONEY_OBSTACLES } from '#vocabulary/index.ts';
import {
  betsToGraduate,
  endsRealAutomation,
  type Graduation,
  type GraduationFacts,
  type GraduationGap,
  graduation,
  graduationLimit,
} from './graduation.ts';

const NOW_MS = epochMs(1_800_000_000_000);
const DAY_MS = 86_400_000;
const PAYOUT = 0.85;

/** Returns the evidence of trades that follow each other: the won ones, the lost ones, then the open ones. */
function foldOf(won: number, lost: number, open = 0): EvidenceFold {
  const fold = new EvidenceFold();
  for (let index = 0; index < won + lost + open; index += 1) {
    fold.enter(String(index), { entryMs: 2 * index, expiryMs: 2 * index + 1, payoutRatio: PAYOUT });
    if (index < won + lost) fold.settle(String(index), { kind: index < won ? 'won' : 'lost' });
  }
  return fold;
}

const ready: GraduationFacts = {
  nowMs: NOW_MS,
  forbidsBots: false,
  statesPayouts: true,
  isMartingale: false,
  demo: foldOf(400, 200),
  demoAndReal: foldOf(400, 200),
  firstDemoMs: epochMs(NOW_MS - 7 * DAY_MS),
  attempt: 1,
  conditions: {
    nowMs: NOW_MS,
    isAnonymous: false,
    selfExcludedUntilMs: null,
    loginExcludedUntilMs: null,
    declaration: { adult: true, country: 'MX' },
    aal: 'aal2',
    securityWait: null,
    dailyLossLimitMinor: minorUnits(5_000),
    hasConnection: true,
  },
};
const ask = (change: Partial<GraduationFacts>): Graduation => graduation({ ...ready, ...change });
const under = (change: Partial<GraduationFacts['conditions']>) => ({ conditions: { ...ready.conditions, ...change } });
const missing = (change: Partial<GraduationFacts>): readonly GraduationGap[] => {
  const answer = ask(change);
  return answer.open ? [] : answer.missing;
};

describe('the graduation to real money', () => {
  it('is open if every condition is met', () => {
    expect(ask({})).toMatchObject({ open: true });
  });

  it.each<[GraduationGap['reason'], Partial<GraduationFacts>, object]>([
    ['bots_forbidden', { forbidsBots: true }, {}],
    ['payout_unstated', { statesPayouts: false }, {}],
    ['martingale', { isMartingale: true }, {}],
    ['verdict', { demo: foldOf(133, 82) }, { money: 'demo', bets: 215, limit: 80, waitsForResult: false }],
    ['verdict', { demoAndReal: foldOf(400, 340) }, { money: 'demo_and_real', bets: 740 }],
    ['days', { firstDemoMs: epochMs(NOW_MS - 7 * DAY_MS + 1) }, { passedDays: 6, neededDays: 7 }],
    ['real_money', under({ aal: 'aal1' }), { obstacle: 'insufficient_aal' }],
    ['real_money', under({ dailyLossLimitMinor: null }), { obstacle: 'daily_loss_limit_missing' }],
    ['real_money', under({ selfExcludedUntilMs: Infinity }), { obstacle: 'self_excluded' }],
  ])('is closed by %s alone', (reason, change, numbers) => {
    expect(missing(change)).toEqual([expect.objectContaining({ reason, ...numbers })]);
  });

  it('has no days and no verdict before the first demo trade', () => {
    const none = new EvidenceFold();
    expect(missing({ demo: none, demoAndReal: none, firstDemoMs: null })).toEqual([
      expect.objectContaining({ reason: 'verdict', bets: 0, rate: null, breakEven: null, evidence: 1 }),
      { reason: 'days', passedDays: 0, neededDays: 7 },
    ]);
  });

  it('lists everything that is missing', () => {
    const conditions = { ...ready.conditions, aal: 'aal1', dailyLossLimitMinor: null } as const;
    const all = missing({
      forbidsBots: true,
      statesPayouts: false,
      isMartingale: true,
      demo: foldOf(10, 10),
      firstDemoMs: null,
      conditions,
    });
    expect(all.map(({ reason }) => reason)).toEqual([
      'bots_forbidden',
      'payout_unstated',
      'martingale',
      'verdict',
      'days',
      'real_money',
      'real_money',
    ]);
  });

  it('is not open on evidence whose trades lose more than break-even in total', () => {
    // The bets win; the trades that overlap them lose.
    const fold = foldOf(400, 200);
    for (let index = 0; index < 400; index += 1) {
      fold.enter(`over ${index}`, { entryMs: 0, expiryMs: 1, payoutRatio: PAYOUT });
      fold.settle(`over ${index}`, { kind: 'lost' });
    }
    expect(missing({ demo: fold }).map(({ reason }) => reason)).toEqual(['verdict']);
  });
});

describe('the attempts of a user', () => {
  it('spend at most 2.5 % together', () => {
    const spent = Array.from({ length: 10_000 }, (_, index) => 1 / graduationLimit(index + 1));
    expect(spent[0]).toBe(0.0125);
    expect(spent.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(0.025);
  });

  it('need more evidence the later they come', () => {
    const fold = foldOf(50, 10);
    expect(missing({ demo: fold, attempt: 1 })).toEqual([]);
    expect(missing({ demo: fold, attempt: 1_000 })).toContainEqual(
      expect.objectContaining({ reason: 'verdict', limit: 40_040_000 }),
    );
  });
});

describe('the lowest payout', () => {
  const least = (fold: EvidenceFold): number => {
    const answer = ask({ demoAndReal: fold });
    if (!answer.open) throw new Error('the gate is closed');
    return answer.leastPayoutRatio;
  };

  it('is below the payouts that were paid, and falls with a better record', () => {
    expect(least(foldOf(400, 200))).toBeLessThan(PAYOUT);
    expect(least(foldOf(500, 100))).toBeLessThan(least(foldOf(400, 200)));
  });

  it('is the one at which the lowest win rate of the card breaks even', () => {
    const card = liveCard(foldOf(400, 200), { above: graduationLimit(1), below: 40 });
    if (card.kind !== 'measured') throw new Error(card.kind);
    expect(breakEvenRate(least(foldOf(400, 200)))).toBeCloseTo(card.interval.low, 12);
  });
});

describe('real automation', () => {
  it('ends when its evidence has fallen, and waits while only an open bet keeps the evidence below the limit', () => {
    const wins = Array.from({ length: 60 }, (_, won) => won).find((won) => ask({ demo: foldOf(won, 0) }).open) ?? 0;
    const [waits] = missing({ demo: foldOf(wins, 0, 1) });
    const [fell] = missing({ demo: foldOf(wins, 1) });
    expect(waits).toMatchObject({ reason: 'verdict', waitsForResult: true });
    expect(fell).toMatchObject({ reason: 'verdict', waitsForResult: false });
    expect([waits, fell].map((gap) => gap && endsRealAutomation(gap))).toEqual([false, true]);
  });

  it.each<[GraduationGap, boolean]>([
    [{ reason: 'bots_forbidden' }, true],
    [{ reason: 'payout_unstated' }, true],
    [{ reason: 'martingale' }, true],
    [{ reason: 'days', passedDays: 1, neededDays: 7 }, true],
  ])('after %o ends: %s', (gap, ends) => {
    expect(endsRealAutomation(gap)).toBe(ends);
  });

  it('survives a lost connection and the wait after a security change, and no other condition of real money', () => {
    const survived = REAL_MONEY_OBSTACLES.filter((obstacle) => !endsRealAutomation({ reason: 'real_money', obstacle }));
    expect(survived).toEqual(['security_wait', 'mode_unavailable']);
  });
});

describe('the number of bets that are still needed', () => {
  const needed = (fold: EvidenceFold) => {
    const [gap] = missing({ demo: fold });
    if (gap?.reason !== 'verdict') throw new Error('the verdict is there');
    return betsToGraduate(gap);
  };

  it('falls as the evidence grows', () => {
    const [few, more] = [needed(foldOf(60, 40)), needed(foldOf(120, 80))];
    expect(few?.rate).toBe(0.6);
    expect(more?.rate).toBe(0.6);
    expect(more?.bets).toBeLessThan(few?.bets ?? 0);
  });

  it('assumes 60 % until 30 bets are settled', () => {
    expect(needed(foldOf(5, 5))?.rate).toBe(0.6);
    expect(needed(foldOf(16, 16))).toEqual({ rate: 0.5, bets: null });
  });

  it('is unknown while no payout is known', () => {
    expect(needed(new EvidenceFold())).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { epochMs, minorUnits } from '#kernel/index.ts';
import { REAL_MONEY_OBSTACLES } from '#vocabulary/index.ts';
import { type RealMoneyConditions, realMoneyObstacles } from './real-money.ts';
import { retailBan } from './retail-bans.ts';

const NOW_MS = epochMs(1_800_000_000_000);

const cleared: RealMoneyConditions = {
  nowMs: NOW_MS,
  isAnonymous: false,
  selfExcludedUntilMs: null,
  loginExcludedUntilMs: null,
  declaration: { adult: true, country: 'MX' },
  aal: 'aal2',
  securityWait: null,
  dailyLossLimitMinor: minorUnits(5_000),
  hasConnection: true,
};
const waitUntil = (untilMs: number) => ({ untilMs: epochMs(untilMs), reason: 'password_changed' }) as const;
const ask = (change: Partial<RealMoneyConditions>) => realMoneyObstacles({ ...cleared, ...change });

describe('real-money trading', () => {
  it('has no unmet condition once every condition is met', () => {
    expect(ask({})).toEqual([]);
  });

  it.each<[string, Partial<RealMoneyConditions>]>([
    ['anonymous_not_allowed', { isAnonymous: true }],
    ['self_excluded', { selfExcludedUntilMs: NOW_MS + 1 }],
    ['self_excluded', { selfExcludedUntilMs: Infinity }],
    ['login_excluded', { loginExcludedUntilMs: NOW_MS + 1 }],
    ['login_excluded', { loginExcludedUntilMs: Infinity }],
    ['declaration_missing', { declaration: null }],
    ['underage', { declaration: { adult: false, country: 'MX' } }],
    ['country_banned', { declaration: { adult: true, country: 'ES' } }],
    ['insufficient_aal', { aal: 'aal1' }],
    ['security_wait', { securityWait: waitUntil(NOW_MS + 1) }],
    ['daily_loss_limit_missing', { dailyLossLimitMinor: null }],
    ['mode_unavailable', { hasConnection: false }],
  ])('is blocked by %s alone', (obstacle, change) => {
    expect(ask(change)).toEqual([obstacle]);
  });

  it('is allowed again in the millisecond in which the self-exclusion ends', () => {
    expect(ask({ selfExcludedUntilMs: NOW_MS, loginExcludedUntilMs: NOW_MS })).toEqual([]);
  });

  it('is allowed again in the millisecond in which the wait after a security change ends', () => {
    expect(ask({ securityWait: waitUntil(NOW_MS) })).toEqual([]);
  });

  it('lists all unmet conditions in the order of their checks', () => {
    const worst = {
      isAnonymous: true,
      selfExcludedUntilMs: Infinity,
      loginExcludedUntilMs: Infinity,
      declaration: { adult: false, country: 'ES' },
      aal: 'aal1',
      securityWait: waitUntil(NOW_MS + 1),
      dailyLossLimitMinor: null,
      hasConnection: false,
    } as const;
    const withoutDeclaration = REAL_MONEY_OBSTACLES.filter((obstacle) => obstacle !== 'declaration_missing');
    expect(ask(worst)).toEqual(withoutDeclaration);
  });
});

describe('retailBan', () => {
  it.each([
    ['ES', 'CNMV', '2019-07-02'],
    ['GB', 'FCA', '2019-04-02'],
    ['AU', 'ASIC', '2021-05-03'],
    ['CA', 'CSA', '2017-12-12'],
    ['DE', 'ESMA y la autoridad nacional', '2018-07-02'],
    ['IS', 'FME', '2018-07-05'],
    ['NO', 'Finanstilsynet', '2018-07-02'],
    ['IL', 'ISA', '2017-10-23'],
  ])('returns the ban of %s by %s with its date', (country, authority, since) => {
    const ban = retailBan(country);
    expect(ban).toMatchObject({ authority, since });
    expect(ban?.source).not.toBe('');
  });

  it('covers every state of the European Economic Area, and its territories that have their own country code', () => {
    const states =
      `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK AX GF GP MF MQ RE YT`.split(
        ' ',
      );
    expect(states.filter((state) => retailBan(state) === null)).toEqual([]);
  });

  it('returns null for a country without a known ban', () => {
    expect(['MX', 'CO', 'PE', 'AR', 'CL', 'US'].map(retailBan)).toEqual([null, null, null, null, null, null]);
  });
});

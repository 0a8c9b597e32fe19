import { readFileSync } from 'node:fs';
import { RiskLimitsChange } from '@vigia/contract';
import { epochMs } from '@vigia/core/kernel';
import { parseAmountMinor } from '@vigia/core/money';
import { currentTradingPeriod, LOOSENING_WAITS_MS, REALITY_CHECK_AFTER_MS } from '@vigia/core/risk';
import { DAILY_OPERATIONS_RANGE, LIMITS, REAL_MONEY_PHRASE } from '@vigia/core/vocabulary';
import { describe, expect, it } from 'vitest';
import { rowsOf, sectionOf } from './spec-rows.ts';

const PAGE = 'money-and-limits.md';
const MINUTE_MS = 60_000;
const MIGRATIONS = '../../../apps/server/src/platform/persistence/migrations/';
/** Text of the migrations that create the columns of the limits, the later one first. */
const TABLES = ['0021_limit_books.sql', '0001_foundation.sql']
  .map((name) => readFileSync(new URL(`${MIGRATIONS}${name}`, import.meta.url), 'utf8'))
  .join('\n');
const RESET = new URL('../../../apps/server/src/features/trading/mock/reset-mock.ts', import.meta.url);

const decimal = (text: string | undefined): number => Number(text?.replaceAll(',', ''));

/** Returns the numbers that the pattern finds in a section of the page. */
function numbersIn(heading: string, pattern: RegExp): readonly number[] {
  const found = pattern.exec(sectionOf(PAGE, heading).replaceAll(/\s+/g, ' '));
  if (found === null) throw new Error(`section ${heading} of ${PAGE} does not say ${pattern}`);
  return found.slice(1).map(decimal);
}

const accepts = (name: string, value: number): boolean => RiskLimitsChange.safeParse({ [name]: value }).success;

/** Returns the default of a column of the database; null if the column has none. */
function defaultOf(column: string): number | null {
  const line = new RegExp(`^ +${column}(?:_minor)? .*`, 'm').exec(TABLES)?.[0];
  if (line === undefined) throw new Error(`no column ${column}`);
  const [, value] = /DEFAULT (\d+)/.exec(line) ?? [];
  return value === undefined ? null : Number(value);
}

/** Returns the number of a constant in a file: `const NAME = 1_000;`. */
function constantOf(file: URL, name: string): number {
  const [, value = ''] = new RegExp(`const ${name} = ([\\d_]+);`).exec(readFileSync(file, 'utf8')) ?? [];
  return Number(value.replaceAll('_', '') || Number.NaN);
}

describe('docs/spec/money-and-limits.md, the table of limits', () => {
  const rows = rowsOf(PAGE, '4.').flatMap(([names = '', value = '', note = '']) =>
    names.split(', ').map((name) => ({ name, value, note })),
  );
  const ofNumbers = rows.filter(({ name }) => name !== 'time_zone');

  it('lists every limit that the API can change, and the time zone', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...Object.keys(RiskLimitsChange.omit({ book: true }).shape), 'time_zone'].toSorted(),
    );
  });

  it.each(ofNumbers)('states the default of the database, $name: $value', ({ name, value }) => {
    expect(value === 'none' ? null : decimal(value)).toBe(defaultOf(name));
  });

  it.each(ofNumbers)('states the range of the API, $name: $note', ({ name, note }) => {
    const [, least, most] = /([\d,]*\d) to ([\d,]*\d)/.exec(note) ?? [];
    // An amount has no range, but it must be positive.
    const [min, max] = least === undefined ? [0.01, 1_000_000] : [decimal(least), decimal(most)];
    const beyond = least === undefined ? [0, -1] : [min - 1, max + 1];
    expect([min, max].map((value) => accepts(name, value))).toEqual([true, true]);
    expect(beyond.map((value) => accepts(name, value))).toEqual([false, false]);
  });
});

describe('docs/spec/money-and-limits.md, the numbers of the text', () => {
  it('state the largest amount', () => {
    const [largest = 0] = numbersIn('1.', /Amounts beyond ([\d,.]*\d) are refused/);
    expect(parseAmountMinor(largest, 'USD').ok).toBe(true);
    expect(parseAmountMinor(largest + 0.01, 'USD')).toEqual({ ok: false, error: 'out_of_range' });
  });

  it('state the balances of a paper account', () => {
    const [least, most, first] = numbersIn('3.', /account, ([\d,.]+) to ([\d,.]+), .* account holds ([\d,.]*\d)\./);
    const constants = [constantOf(RESET, 'MIN_BALANCE_MINOR'), constantOf(RESET, 'MAX_BALANCE_MINOR')];
    expect([least, most, first]).toEqual([...constants, LIMITS.mockBalanceDefaultMinor].map((minor) => minor / 100));
  });

  it('state how long a looser limit waits', () => {
    expect(numbersIn('5.', /counts (\d+) hours after/)).toEqual([LOOSENING_WAITS_MS / MINUTE_MS / 60]);
  });

  it('state when a trading period ends, and when its reality check is due', () => {
    const [idle = 0, due] = numbersIn('6.', /a break of (\d+) minutes .* After (\d+) minutes/);
    const period = { sinceMs: epochMs(0), lastOrderMs: epochMs(0) };
    expect(currentTradingPeriod(period, epochMs(idle * MINUTE_MS - 1))).toBe(period);
    expect(currentTradingPeriod(period, epochMs(idle * MINUTE_MS))).toBeNull();
    expect(due).toBe(REALITY_CHECK_AFTER_MS / MINUTE_MS);
  });

  it('state how many trades a setup may open in a day', () => {
    const { min, max } = DAILY_OPERATIONS_RANGE;
    expect(numbersIn('7.', /`maxDailyOperations` \(`"all"` or (\d+)–(\d+)\)/)).toEqual([min, max]);
  });

  it('state the phrase for real money', () => {
    expect(sectionOf(PAGE, '9.')).toContain(`\`${REAL_MONEY_PHRASE}\``);
  });
});

import { describe, expect, it } from 'vitest';
import { historyGaps } from './history-gaps.ts';

const at = (text: string): number => Date.parse(`${text}:00Z`) / 1_000;
/** Returns the minutes of these spans. Start and end of a span are texts; the end is exclusive. */
const minutes = (...spans: readonly (readonly [string, string])[]): Float64Array =>
  Float64Array.from(
    spans.flatMap(([from, to]) =>
      Array.from({ length: (at(to) - at(from)) / 60 }, (_, minute) => at(from) + minute * 60),
    ),
  );

describe('the gaps of a history', () => {
  it('are empty if every minute has a candle', () => {
    const time = minutes(['2026-11-03T10:00', '2026-11-03T12:00']);
    expect(historyGaps(time, at('2026-11-03T10:00'), at('2026-11-03T12:00'))).toEqual({
      weekends: 0,
      holes: 0,
      holeMinutes: 0,
      longest: [],
    });
  });

  it.each([
    ['currencies', '2026-11-06T22:00', '2026-11-08T22:00'],
    ['American stocks', '2026-11-06T20:00', '2026-11-09T14:30'],
    ['a market that closes at midnight', '2026-11-07T00:00', '2026-11-08T00:00'],
  ])('are no holes if they cover a weekend of %s', (_, closes, opens) => {
    const time = minutes(['2026-11-06T12:00', closes], [opens, '2026-11-09T20:00']);
    const gaps = historyGaps(time, at('2026-11-06T12:00'), at('2026-11-09T20:00'));
    expect(gaps).toEqual({ weekends: 1, holes: 0, holeMinutes: 0, longest: [] });
  });

  it.each([
    ['in the week', '2026-11-03T10:00', '2026-11-05T10:00'],
    ['from Thursday to Sunday', '2026-11-05T22:00', '2026-11-08T22:00'],
    ['from Friday to Tuesday', '2026-11-06T22:00', '2026-11-10T00:00'],
    ['of a Saturday until the evening', '2026-11-06T22:00', '2026-11-07T19:00'],
  ])('are holes if they are %s', (_, from, to) => {
    const time = minutes(['2026-11-03T00:00', from], [to, '2026-11-10T12:00']);
    const gaps = historyGaps(time, at('2026-11-03T00:00'), at('2026-11-10T12:00'));
    expect(gaps).toEqual({
      weekends: 0,
      holes: 1,
      holeMinutes: (at(to) - at(from)) / 60,
      longest: [{ from: at(from), to: at(to), count: (at(to) - at(from)) / 60 }],
    });
  });

  it('count as holes over a weekend if the market trades on Saturdays', () => {
    const time = minutes(['2026-11-06T12:00', '2026-11-06T22:00'], ['2026-11-08T22:00', '2026-11-14T12:00']);
    const gaps = historyGaps(time, at('2026-11-06T12:00'), at('2026-11-14T12:00'));
    expect(gaps).toMatchObject({ weekends: 0, holes: 1, holeMinutes: 48 * 60 });
  });

  it('include the minutes before the first and after the last candle', () => {
    const time = minutes(['2026-11-03T10:00', '2026-11-03T11:00']);
    const gaps = historyGaps(time, at('2026-11-03T09:00'), at('2026-11-03T11:05'));
    expect(gaps).toMatchObject({ holes: 2, holeMinutes: 65 });
  });

  it('are limited to the longest twenty, listed by time', () => {
    const from = at('2026-11-03T00:00');
    const time = Float64Array.from(Array.from({ length: 30 }, (_, hole) => from + hole * hole * 600));
    const gaps = historyGaps(time, from, from + 29 * 29 * 600 + 60);
    expect(gaps.holes).toBe(29);
    expect(gaps.longest).toHaveLength(20);
    expect(gaps.longest.map(({ from: begin }) => begin)).toEqual(
      gaps.longest.map(({ from: begin }) => begin).toSorted((a, b) => a - b),
    );
    expect(gaps.longest.at(0)?.count).toBe(189);
  });
});

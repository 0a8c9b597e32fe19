import { columnsOf } from '@vigia/core/candles';
import { err, ok } from '@vigia/core/kernel';
import { describe, expect, it } from 'vitest';
import type { PageSpan } from './pages.ts';
import { readPage } from './read-page.ts';

const PAGE = { fromTime: 6_000, toTime: 12_000 };
const LOST = { kind: 'network', detail: 'cut' } as const;
const minutes = ({ fromTime, toTime }: PageSpan): number[] =>
  Array.from({ length: (toTime - fromTime) / 60 }, (_, row) => fromTime + row * 60);

/** Reads the page from a fake broker with these responses, one per request. The last response repeats. */
async function read(...answers: readonly ((span: PageSpan) => number[] | null)[]) {
  const asked: (readonly [number, number])[] = [];
  const page = await readPage(async (span) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]?.(span) ?? null;
    asked.push([span.fromTime, span.toTime]);
    if (answer === null) return err(LOST);
    return ok(columnsOf(answer.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1 }))));
  }, PAGE);
  return { asked, times: page.ok ? [...page.value.time.subarray(0, page.value.length)] : null };
}
const none = () => [];

describe('a page of a fetched history', () => {
  it('is requested once if the response is complete', async () => {
    expect(await read(minutes)).toEqual({ asked: [[6_000, 12_000]], times: minutes(PAGE) });
  });

  it('is complete even if the broker sends fewer candles per response than expected', async () => {
    const { asked, times } = await read((span) => minutes(span).slice(-30));
    expect(times).toEqual(minutes(PAGE));
    expect(asked).toHaveLength(4);
  });

  it('is empty only if the broker returns no candles twice', async () => {
    expect(await read(none)).toMatchObject({ asked: { length: 2 }, times: [] });
    expect(await read(none, minutes)).toMatchObject({ times: minutes(PAGE) });
  });

  it('starts late only if the broker repeatedly returns no earlier candles', async () => {
    const late = (span: PageSpan) => minutes(span).filter((time) => time >= 9_000);
    expect(await read(late)).toMatchObject({ asked: { length: 3 }, times: minutes({ ...PAGE, fromTime: 9_000 }) });
  });

  it('is requested once if the response lacks only some minutes at the start of the page', async () => {
    const quiet = (span: PageSpan) => minutes(span).filter((time) => time >= 6_300);
    expect((await read(quiet)).asked).toHaveLength(1);
  });

  it('is not returned if one of its requests fails', async () => {
    expect(
      (
        await read(
          (span) => minutes(span).slice(-30),
          () => null,
        )
      ).times,
    ).toBeNull();
  });
});

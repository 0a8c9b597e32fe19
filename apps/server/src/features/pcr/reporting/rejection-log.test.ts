import { epochMs } from '@vigia/core/kernel';
import type { RejectedCandidate } from '@vigia/core/pcr';
import { describe, expect, it } from 'vitest';
import { RejectionLog } from './rejection-log.ts';

const late = (entryTime: number): Omit<RejectedCandidate, 'zone'> => ({
  direction: 'CALL',
  entryPoint: 'punto_optimo',
  entryTime: epochMs(entryTime),
  refusal: { gate: 'late', value: 5, limit: 3 },
});

describe('RejectionLog', () => {
  it('restores its rejections from their saved texts', () => {
    const log = new RejectionLog();
    log.addRefused(late(60_000));
    const views = log.views('a');
    expect(views).toMatchObject([{ stage: 'gate', reason: 'late', value: 5, limit: 3, direction: 'CALL' }]);
    expect(new RejectionLog(log.texts).views('a')).toEqual(views);
  });

  it('drops a rejection that another program version saved in another format', () => {
    const log = new RejectionLog(['{"at":60000}', '[60000,"CALL","late"]', '[2,60000,"CALL"]']);
    expect(log.views('a')).toEqual([]);
    log.addRefused(late(120_000));
    expect(log.views('a')).toHaveLength(1);
  });

  it('keeps the last fifty rejections, newest first', () => {
    const log = new RejectionLog();
    for (let i = 1; i <= 51; i += 1) log.addRefused(late(i * 60_000));
    const times = log.views('a').map(({ at }) => Date.parse(at));
    expect([times.length, times[0], times.at(-1)]).toEqual([50, 51 * 60_000, 2 * 60_000]);
  });
});

import { columnsOf } from '@vigia/core/candles';
import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { UploadStore } from './upload-store.ts';

const account = (userId: string) => ({ userId, isAnonymous: false, ip: '192.0.2.1' });
const demo = (userId: string, ip = '192.0.2.1') => ({ userId, isAnonymous: true, ip });
const candles = columnsOf([{ time: 60, open: 1, high: 1, low: 1, close: 1 }]);

it('UploadStore drops a file after an hour by a timer, and releases the lease that routes requests to it', () => {
  const clock = new ManualClock(0);
  const found = new Set<string>();
  const whileKept = (lease: string) => {
    found.add(lease);
    return () => void found.delete(lease);
  };
  const store = new UploadStore(clock, whileKept);
  const file = { candles, stepSeconds: 60, digest: 'd' };
  store.keep('a', account('ana'), file);
  clock.advance(durationMs(1_800_000));
  store.keep('b', account('luis'), file);
  expect(store.bytes).toBe(80);
  expect([...found]).toEqual(['upload.a', 'upload.b']);
  clock.advance(durationMs(1_800_000));
  expect(store.bytes).toBe(40);
  expect([...found]).toEqual(['upload.b']);
  expect([store.find('a', 'ana'), store.find('b', 'luis')]).toMatchObject([null, { id: 'b' }]);
  clock.advance(durationMs(1_800_000));
  expect(store.bytes).toBe(0);
});

describe('UploadStore', () => {
  const CANDLE_BYTES = 40;
  const limits = { perPerson: 3, ofAccounts: 4, perAnonymous: 2, ofAnonymous: 4 };
  const inBytes = {
    perPerson: limits.perPerson * CANDLE_BYTES,
    ofAccounts: limits.ofAccounts * CANDLE_BYTES,
    perAnonymous: limits.perAnonymous * CANDLE_BYTES,
    ofAnonymous: limits.ofAnonymous * CANDLE_BYTES,
  };
  const open = () => new UploadStore(new ManualClock(0), () => () => undefined, inBytes);
  const fileOf = (count: number) => {
    const rows = Array.from({ length: count }, (_, n) => ({ time: n * 60, open: 1, high: 1, low: 1, close: 1 }));
    return { candles: columnsOf(rows), stepSeconds: 60, digest: 'd' };
  };

  it('accepts a file of a registered user, or of another anonymous user, even if anonymous users have many files', () => {
    const store = open();
    for (let n = 0; n < 20; n += 1) store.keep(`d${n}`, demo(`demo-${n}`), fileOf(2));
    expect(store.keep('mine', account('ana'), fileOf(3)).ok).toBe(true);
    expect(store.keep('small', demo('new'), fileOf(1)).ok).toBe(true);
    expect(store.bytes).toBeLessThanOrEqual(inBytes.ofAccounts + inBytes.ofAnonymous);
  });

  it('drops a file of the user with the most data, but not if the uploader would then have as much data', () => {
    const store = open();
    store.keep('a1', account('ana'), fileOf(1));
    store.keep('a2', account('ana'), fileOf(2));
    store.keep('l1', account('luis'), fileOf(1));
    expect(store.keep('e1', account('eva'), fileOf(1)).ok).toBe(true);
    expect([store.find('a1', 'ana'), store.find('a2', 'ana')?.id, store.find('l1', 'luis')?.id]).toEqual([
      null,
      'a2',
      'l1',
    ]);
    expect(store.keep('x1', account('xan'), fileOf(2))).toEqual({ ok: false, error: 'full' });
  });

  it('refuses a file larger than the share of its user', () => {
    const store = open();
    expect(store.keep('a', account('ana'), fileOf(4))).toEqual({ ok: false, error: 'too_large' });
    expect(store.keep('b', demo('demo'), fileOf(3))).toEqual({ ok: false, error: 'too_large' });
    expect([store.largestOf(false), store.largestOf(true)]).toEqual([inBytes.perPerson, inBytes.perAnonymous]);
  });

  it('receives at most two uploads at once from one IP address, and two from all anonymous users', () => {
    const store = open();
    const begin = (uploader: ReturnType<typeof demo>) => store.begin(uploader).ok;
    expect([begin(demo('d1', '192.0.2.1')), begin(demo('d2', '192.0.2.2'))]).toEqual([true, true]);
    expect(begin(demo('d3', '192.0.2.3'))).toBe(false);
    expect(begin(account('ana'))).toBe(true);
    expect(begin(account('luis'))).toBe(false);
    expect(begin({ ...account('luis'), ip: '192.0.2.9' })).toBe(true);
    expect(begin({ ...account('eva'), ip: '192.0.2.10' })).toBe(false);
  });
});

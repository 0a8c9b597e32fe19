import { columnsOf } from '@vigia/core/candles';
import { durationMs } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { UploadStore } from './upload-store.ts';

const candles = columnsOf([{ time: 60, open: 1, high: 1, low: 1, close: 1 }]);

it('UploadStore drops a file after an hour without requests, and releases the lease that routes requests to it', () => {
  const clock = new ManualClock(0);
  const found = new Set<string>();
  const whileKept = (lease: string) => {
    found.add(lease);
    return () => void found.delete(lease);
  };
  const store = new UploadStore(clock, whileKept);
  const file = { candles, stepSeconds: 60, digest: 'd' };
  store.keep('a', 'ana', file);
  clock.advance(durationMs(1_800_000));
  store.keep('b', 'luis', file);
  expect(store.bytes).toBe(80);
  expect([...found]).toEqual(['upload.a', 'upload.b']);
  clock.advance(durationMs(1_800_000));
  expect(store.bytes).toBe(40);
  expect([...found]).toEqual(['upload.b']);
  expect([store.find('a', 'ana'), store.find('b', 'luis')]).toMatchObject([null, { id: 'b' }]);
  clock.advance(durationMs(1_800_000));
  expect(store.bytes).toBe(0);
});

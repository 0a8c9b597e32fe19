import assert from 'node:assert/strict';
import { ManualClock } from '@vigia/testkit';
import { describe, expect, it } from 'vitest';
import { MAX_CANDLES } from '../candles/read-history.ts';
import { UploadStore } from '../uploads/upload-store.ts';
import { resolveData } from './resolve-data.ts';

const NOTHING_ASKED = {
  get db() {
    return assert.fail('a file needs no database');
  },
  get markets() {
    return assert.fail('a file needs no market');
  },
  get simulated() {
    return assert.fail('a file needs no simulated market');
  },
};

/** Resolves an uploaded file with this many minutes. */
async function resolveFileOf(length: number) {
  const uploads = new UploadStore(new ManualClock(0), () => () => undefined);
  const time = Float64Array.from({ length }, (_, row) => row * 60);
  const candles = { length, time, open: time, high: time, low: time, close: time };
  const upload = { id: 'file', userId: 'user', isAnonymous: false, candles, stepSeconds: 60, digest: 'digest' };
  uploads.find = (id, userId) => (id === upload.id && userId === upload.userId ? upload : null);
  return resolveData(NOTHING_ASKED, uploads, 'user', { source: 'csv', upload_id: 'file' });
}

describe('resolveData', () => {
  it('accepts a file with the maximum number of candles of a backtest', async () => {
    expect(await resolveFileOf(MAX_CANDLES)).toMatchObject({ ok: true, value: { span: { toTime: MAX_CANDLES * 60 } } });
  });

  it('refuses a file with one candle above the maximum as backtest_too_large', async () => {
    const error = { code: 'backtest_too_large', values: { maximum: MAX_CANDLES } };
    expect(await resolveFileOf(MAX_CANDLES + 1)).toEqual({ ok: false, error });
  });
});

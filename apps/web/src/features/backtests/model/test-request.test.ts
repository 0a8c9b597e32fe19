import { expect, it } from 'vitest';
import { fileOf } from '../testing.ts';
import { type RequestValues, readRequest } from './test-request.ts';

const VALUES: RequestValues = {
  source: 'history',
  fromDay: '',
  toDay: '',
  file: null,
  payoutKind: 'own',
  payoutPercent: '80',
  stake: '10',
  currency: 'USD',
};
const read = (part: Partial<RequestValues>) => readRequest({ ...VALUES, ...part }, 'EURUSD');

it('readRequest by default requests all stored candles and the payouts that were recorded at each time', () => {
  expect(read({})).toEqual({
    kind: 'ready',
    request: { data: { source: 'history', asset: 'EURUSD' }, stake: 10, currency: 'USD' },
  });
});

it('readRequest includes the first and the last day in full', () => {
  expect(read({ fromDay: '2026-11-01', toDay: '2026-11-01' })).toMatchObject({
    request: { data: { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' } },
  });
});

it('readRequest sends a fixed payout as a fraction', () => {
  expect(read({ payoutKind: 'fixed', payoutPercent: '82,5' })).toMatchObject({ request: { payout: 0.825 } });
});

it.each([
  [{ fromDay: '2026-11-02', toDay: '2026-11-01' }, 'period'],
  [{ source: 'file' }, 'file'],
  [{ payoutKind: 'fixed', payoutPercent: '0' }, 'payout'],
  [{ stake: '10.005' }, 'stake'],
  [{ stake: '' }, 'stake'],
  [{ stake: '0' }, 'stake'],
  [{ stake: '10.5', currency: 'CLP' }, 'stake'],
] as const)('readRequest rejects %j', (part, field) => {
  const reading = read(part);
  expect(reading.kind === 'faults' && Object.keys(reading.faults)).toEqual([field]);
});

it.each([
  ['CLP', '15000', 15_000],
  ['BTC', '0,0005', 0.0005],
] as const)('readRequest accepts a stake in %s of %s', (currency, stake, amount) => {
  expect(read({ stake, currency })).toMatchObject({ request: { stake: amount, currency } });
});

it('readRequest contains the chosen price file and its period', () => {
  const file = fileOf({ status: 'kept', time_zone: 'UTC' });
  expect(read({ source: 'file', file, fromDay: '2018-02-01' })).toMatchObject({
    request: { data: { source: 'file', file_id: file.id, from: '2018-02-01T00:00:00.000Z' } },
  });
});

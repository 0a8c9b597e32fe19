import { err, ok } from '@vigia/core/kernel';
import { ManualClock } from '@vigia/testkit';
import { expect, it } from 'vitest';
import { PositionPrices } from './position-prices.ts';

const position = (order_ids: readonly number[]) => ({
  id: 'p-1',
  external_id: 77,
  instrument_type: 'digital-option',
  status: 'open',
  raw_event: {
    digital_options_position_changed1: { order_ids, instrument_dir: 'call', instrument_expiration: 1_795_206_840_000 },
  },
});

function pricesOf(rows: readonly object[]): PositionPrices {
  const client = {
    call: async () => ok({ positions: rows }),
    callForResult: async () => err({ kind: 'unsent' } as const),
    subscribe: async () => err({ kind: 'unsent' } as const),
  };
  return new PositionPrices(client, new ManualClock(1_795_206_760_000));
}

it('PositionPrices knows the id with which the position of a single digital order is sold', async () => {
  const prices = pricesOf([position([501])]);
  expect(await prices.priceOf('digital-501')).toMatchObject({ ok: false, error: { kind: 'network' } });
  expect(prices.externalIdOf('digital-501')).toBe('77');
});

it('PositionPrices ignores a position with several digital orders, because a sale would sell all of them', async () => {
  const prices = pricesOf([position([501, 502])]);
  expect(await prices.priceOf('digital-501')).toMatchObject({ ok: false, error: { kind: 'contract_over' } });
  expect(prices.externalIdOf('digital-501')).toBeNull();
});

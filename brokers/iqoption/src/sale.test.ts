import { expect, it } from 'vitest';
import { saleWithoutResponse } from './sale.ts';

const refusal = (status: number, message = '') => saleWithoutResponse({ kind: 'refused', status, message });

it('a sale is reported as unknown if IQ Option answers with an error of its server', () => {
  expect(refusal(5_000)).toEqual({ outcome: 'unknown', cause: 'server_error' });
});

it.each([
  ['option is already sold', 'contract_over'],
  ['buyback is not available', 'not_for_sale'],
])('a sale that IQ Option answers with «%s» is refused with the fault %s', (message, kind) => {
  expect(refusal(4_000, message)).toMatchObject({ outcome: 'refused', fault: { kind } });
});

it('a sale without a response is reported as unknown; a sale that was never sent is reported as refused', () => {
  expect(saleWithoutResponse({ kind: 'unanswered', cause: 'timeout' })).toEqual({
    outcome: 'unknown',
    cause: 'timeout',
  });
  expect(saleWithoutResponse({ kind: 'unsent' })).toMatchObject({ outcome: 'refused', fault: { kind: 'network' } });
});

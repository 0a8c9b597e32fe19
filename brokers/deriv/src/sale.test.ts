import { expect, it } from 'vitest';
import { saleWithoutResponse } from './sale.ts';

const refusal = (code: string) => saleWithoutResponse({ kind: 'refused', error: { code, message: '', details: {} } });

it.each(['InternalError', 'InternalServerError'])('a sale is reported as unknown if Deriv answers with %s', (code) => {
  expect(refusal(code)).toEqual({ outcome: 'unknown', cause: 'server_error' });
});

it.each([
  ['AlreadySold', 'contract_over'],
  ['ContractSellValidationError', 'not_for_sale'],
  ['RateLimit', 'rate_limited'],
])('a sale that Deriv answers with the error %s is refused with the fault %s', (code, kind) => {
  expect(refusal(code)).toMatchObject({ outcome: 'refused', fault: { kind } });
});

it('a sale without a response is reported as unknown; a sale that was never sent is reported as refused', () => {
  expect(saleWithoutResponse({ kind: 'unanswered', cause: 'timeout' })).toEqual({
    outcome: 'unknown',
    cause: 'timeout',
  });
  expect(saleWithoutResponse({ kind: 'unreadable' })).toEqual({ outcome: 'unknown', cause: 'server_error' });
  expect(saleWithoutResponse({ kind: 'unsent' })).toMatchObject({ outcome: 'refused', fault: { kind: 'network' } });
});

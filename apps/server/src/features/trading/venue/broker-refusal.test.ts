import { describe, expect, it } from 'vitest';
import { orderRefusal } from './broker-refusal.ts';

describe('orderRefusal', () => {
  it.each([
    ['late', 'order_expired'],
    ['not_allowed', 'real_money_withdrawn'],
    ['closed', 'broker_refused'],
    [null, 'broker_refused'],
  ])('maps the end reason %s to the code %s', (reason, code) => {
    expect(orderRefusal('Deriv', reason)).toMatchObject({ code, values: { name: 'Deriv' } });
  });
});

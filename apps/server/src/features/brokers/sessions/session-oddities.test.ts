import { describe, expect, it } from 'vitest';
import { SessionOddities } from './session-oddities.ts';

const newOddities = () => new SessionOddities('iqoption', { warn: () => undefined }, () => undefined);

describe('the messages that a session could not interpret', () => {
  it('leave the account open for orders if none of them is about orders', () => {
    const oddities = newOddities();
    oddities.counts.unknown('news', false);
    expect(oddities.isClosedForOrders).toBe(false);
  });

  it('close the account until the user accepts them, and again for another message about orders', () => {
    const oddities = newOddities();
    oddities.counts.unknown('order-repriced', true);
    expect(oddities.isClosedForOrders).toBe(true);
    oddities.accept();
    oddities.counts.unknown('order-repriced', true);
    expect(oddities.isClosedForOrders).toBe(false);
    oddities.counts.unreadable('position-changed', true);
    expect(oddities.isClosedForOrders).toBe(true);
  });
});

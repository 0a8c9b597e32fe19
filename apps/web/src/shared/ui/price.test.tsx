import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Price } from './price.tsx';

afterEach(cleanup);

/** Shows prices one after the other. Returns the tinted digits after each, with their element and its class. */
function tintsOf(prices: readonly number[]) {
  const { container, rerender } = render(<Price value={prices[0] ?? null} decimals={5} />);
  return prices.map((price) => {
    rerender(<Price value={price} decimals={5} />);
    const tinted = container.querySelector('span > span');
    return { digits: tinted?.textContent, tint: tinted?.className, element: tinted };
  });
}

describe('a price', () => {
  it('tints only the digits that changed, by the direction of the change', () => {
    const tints = tintsOf([1.12345, 1.1236, 1.12355]).map(({ digits, tint }) => ({ digits, tint }));
    expect(tints).toEqual([
      { digits: undefined, tint: undefined },
      { digits: '60', tint: expect.stringMatching(/^animate-tint-up/) },
      { digits: '55', tint: expect.stringMatching(/^animate-tint-down/) },
    ]);
  });

  it('restarts the tint at each tick, by a new element', () => {
    const [, first, second] = tintsOf([1.12345, 1.12346, 1.12347]);
    expect(second?.tint).toBe(first?.tint);
    expect(second?.element).not.toBe(first?.element);
  });

  it('shows a dash while it is unknown', () => {
    const { container } = render(<Price value={null} decimals={5} />);
    expect(container.textContent).toBe('—');
  });
});

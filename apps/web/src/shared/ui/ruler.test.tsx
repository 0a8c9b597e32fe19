import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Ruler } from './ruler.tsx';

const RULER = {
  rate: 0.6,
  interval: { low: 0.4, high: 0.78 },
  breakEven: 0.538,
  verdict: 'indistinguishable',
} as const;

afterEach(() => {
  cleanup();
});

it('a ruler says to which payout its break-even rate belongs: to that of the trades, unless it gets other words', () => {
  render(<Ruler {...RULER} />);
  expect(screen.getByText('equilibrio 53.8 %').title).toBe('Con el pago medio de estas operaciones');
  cleanup();
  render(
    <Ruler
      {...RULER}
      words={{ breakEven: (rate) => `equilibrio actual ${rate}`, breakEvenOf: 'Con el pago actual' }}
    />,
  );
  expect(screen.getByText('equilibrio actual 53.8 %').title).toBe('Con el pago actual');
});

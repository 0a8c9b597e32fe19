import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

afterEach(cleanup);

/** The colours of the curve from the top to the bottom, with the place of each change as a fraction of the height. */
function coloursOf(values: readonly number[]) {
  const { container } = render(<Sparkline values={values} label="Resultado" height={100} />);
  const stops = [...container.querySelectorAll('stop')];
  const line = container.querySelector('polyline');
  const gradient = container.querySelector('linearGradient');
  expect(line?.getAttribute('stroke')).toBe(`url(#${gradient?.id})`);
  return stops.map((stop) => [
    /call|put/.exec(stop.getAttribute('class') ?? '')?.[0],
    Number(stop.getAttribute('offset')),
  ]);
}

it('a result curve that falls below zero and ends with a profit has the colour of a loss below zero', () => {
  const [[above, zeroAbove] = [], [below, zeroBelow] = []] = coloursOf([0, -10, 10]);
  expect([above, below]).toEqual(['call', 'put']);
  expect(zeroAbove).toBe(zeroBelow);
  expect(zeroAbove).toBeCloseTo(0.5);
});

it('a result curve that never falls below zero has its zero at the bottom', () => {
  expect(Number(coloursOf([0, 5, 10])[0]?.[1])).toBeGreaterThan(0.9);
});

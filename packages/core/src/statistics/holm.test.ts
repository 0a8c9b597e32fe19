import { expect, it } from 'vitest';
import { holmCorrected } from './holm.ts';

it('holmCorrected gives the values of p.adjust in R', () => {
  // p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  expect(holmCorrected([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  // p.adjust(c(0.6, 0.2, 0.2), "holm")
  expect(holmCorrected([0.6, 0.2, 0.2])).toEqual([0.6000000000000001, 0.6000000000000001, 0.6000000000000001]);
  expect(holmCorrected([0.9, 0.8])).toEqual([1, 1]);
});

it('holmCorrected does not count values that are unknown', () => {
  expect(holmCorrected([null, 0.01, null, 0.02])).toEqual([null, 0.02, null, 0.02]);
  expect(holmCorrected([])).toEqual([]);
});

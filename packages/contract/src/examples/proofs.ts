/** Documentation example of a proof with four worlds. Its numbers are consistent, as in a real response. */
export const PROOF = {
  currency: 'USD',
  worlds: 4,
  above: 0,
  short_samples: 4,
  above_interval: { low: 0, high: 0.6024 },
  real: { verdict: 'indistinguishable', profit: -1.5 },
  at_least_as_good: 1,
  p_value: 0.4,
  profits: [-62, -41.5, -20, 16],
  compute_ms: 40,
};

/** Win rate and payout. Neither counts ties and voids. */
export type Odds = {
  /** Fraction of the decided trades that are won, 0 to 1. */
  readonly winRate: number;
  /** Profit of a won trade as a fraction of its stake, above zero. */
  readonly payoutRatio: number;
};

/**
 * Returns the mean profit of one unit of stake: p·b − (1 − p), with p the win rate and b the payout. It is zero at
 * the break-even rate 1/(1+b), and −0.02875 at 52.5 % and 85 %.
 */
export const expectedReturn = ({ winRate, payoutRatio }: Odds): number => winRate * payoutRatio - (1 - winRate);

/**
 * Returns the win rate at which one unit of stake has the mean profit `returnPerTrade`: (1 + r)/(1 + b), {@link
 * expectedReturn} solved for p. At a return of zero it is the break-even rate. Above 1 no win rate is sufficient.
 */
export const rateNeededFor = (returnPerTrade: number, payoutRatio: number): number =>
  (1 + returnPerTrade) / (1 + payoutRatio);

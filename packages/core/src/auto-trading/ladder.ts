import { type MinorUnits, minorUnits } from '#kernel/index.ts';

/**
 * Returns the stakes of a martingale ladder, first step first. Each stake is the previous one times the multiplier,
 * rounded to the cent.
 * @param steps largest number of stakes, 1 to 3.
 */
export const ladderStakes = (firstMinor: MinorUnits, multiplier: number, steps: number): readonly MinorUnits[] =>
  Array.from({ length: steps }, (_, step) => minorUnits(Math.round(firstMinor * multiplier ** step)));

/** Returns the loss of a whole ladder, in cents. */
export const totalAtRisk = (stakesMinor: readonly MinorUnits[]): MinorUnits =>
  minorUnits(stakesMinor.reduce((total, stake) => total + stake, 0));

/**
 * Returns the chance of losing every step of a ladder, (1 − winRate)^steps; ties count neither as won nor as lost.
 * @param winRate a fraction of the decided trades, 0 to 1.
 */
export const ruinChance = (steps: number, winRate: number): number => (1 - winRate) ** steps;

/**
 * Returns the chance that an event with probability `chance` in one ladder happens at least once in `ladders` ladders:
 * 1 − (1 − chance)^ladders.
 */
export const chanceInLadders = (ladders: number, chance: number): number => -Math.expm1(ladders * Math.log1p(-chance));

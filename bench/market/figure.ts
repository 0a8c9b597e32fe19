/** One measured figure beside what was promised. */
export type Figure = {
  readonly name: string;
  readonly measured: number;
  readonly limit: string;
  readonly passed: boolean;
};

/** Returns a figure that must lie within a factor of two of a real one. */
export const figureWithin = (name: string, measured: number, real: number): Figure => ({
  name,
  measured,
  limit: `${real / 2} … ${real * 2}`,
  passed: measured >= real / 2 && measured <= real * 2,
});

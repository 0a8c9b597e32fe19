import { randomInt } from 'node:crypto';

/** Seed for the order of the tests in `npm test` and `npm run check`. With a fixed order, a failure can be repeated. */
export const GATE_ORDER_SEED = 20_261_129;

/** Environment variable that sets another seed. */
export const ORDER_SEED_VARIABLE = 'VIGIA_ORDER_SEED';

/**
 * Returns the seed with which a stage shuffles its tests: that of the environment, or else that of the gate.
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export const stageOrderSeed = (environment) => Number(environment[ORDER_SEED_VARIABLE] ?? GATE_ORDER_SEED);

/**
 * Returns the seed of a run of all stages. A cached run always uses the seed of the gate, because its earlier results
 * belong to that order. An uncached run (`npm run test:all`) uses the seed of the environment, or else a random one,
 * which finds tests that depend on their order.
 * @param {boolean} isCached
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {() => number} [random]
 */
export const runOrderSeed = (isCached, environment, random = () => randomInt(1, 2 ** 31 - 1)) => {
  if (isCached) return GATE_ORDER_SEED;
  return environment[ORDER_SEED_VARIABLE] === undefined ? random() : stageOrderSeed(environment);
};

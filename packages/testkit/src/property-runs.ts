import { SeededRng } from './seeded-rng.ts';

/** Seed of every property test: fixed in `npm test`, random in `npm run explore`. */
export const PROPERTY_SEED = Number(process.env['VIGIA_SEED'] ?? 20_261_121);

const FACTOR = Number(process.env['VIGIA_RUNS'] ?? 1);

/** Returns the number of examples of a property: `gateRuns`, or `VIGIA_RUNS` times as many if that variable is set. */
export const propertyRuns = (gateRuns: number): number => Math.max(1, Math.round(gateRuns * FACTOR));

/**
 * Returns how often a property with few examples must reach each case. With the fixed seed and the number of examples
 * of `npm test`, the examples always reach it. With another seed, or with the fewer examples of `npm run mutants`, they
 * may miss a case by chance.
 */
export const minimumCount = (gateLeast: number): number =>
  process.env['VIGIA_SEED'] === undefined && FACTOR >= 1 ? gateLeast : 0;

/**
 * Returns the time limit of a property on a real database: `gateMs`, or proportionally more if it runs more examples.
 */
export const propertyTimeoutMs = (gateMs: number): number => gateMs * Math.max(1, FACTOR);

/**
 * Whether a property on a real database stops at its first failure. `VIGIA_SHRINK=1` instead searches for the shortest
 * failing example, which takes minutes.
 */
export const stopsAtFirstFailure = process.env['VIGIA_SHRINK'] === undefined;

/** True if every case runs, as in `npm run test:all`; `npm test` takes a sample of long lists. */
export const runsEveryCase = process.env['VIGIA_TIER'] === 'all';

/**
 * Returns a sample of about `1 / every` of the cases, drawn with the property seed. Returns all cases with `npm run
 * test:all`. `npm run explore` covers the other cases with its random seeds.
 */
export function gateSample<Case>(cases: readonly Case[], every: number): readonly Case[] {
  const rng = new SeededRng(PROPERTY_SEED);
  return runsEveryCase ? cases : cases.filter(() => rng.next() * every < 1);
}

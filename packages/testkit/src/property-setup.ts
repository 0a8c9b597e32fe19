/**
 * Vitest set-up file for property tests. Without it fast-check generates at most about ten elements, whatever
 * `maxLength` says, because its default size is "small".
 */
import fc from 'fast-check';
import { PROPERTY_SEED, propertyRuns } from './property-runs.ts';

fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, seed: PROPERTY_SEED, numRuns: propertyRuns(100) });

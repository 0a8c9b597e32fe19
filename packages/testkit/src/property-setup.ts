/**
 * Vitest set-up file for property tests. By default the size of fast-check is "small": it generates at most about ten
 * elements, even if `maxLength` is larger.
 */
import fc from 'fast-check';
import { PROPERTY_SEED, propertyRuns } from './property-runs.ts';

fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true, seed: PROPERTY_SEED, numRuns: propertyRuns(100) });

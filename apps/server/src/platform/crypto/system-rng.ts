import { randomInt } from 'node:crypto';
import type { Rng } from '@vigia/core/kernel';

const STEPS = 2 ** 47;

/** Chance from the system's own randomness. */
export const systemRng: Rng = { next: () => randomInt(STEPS) / STEPS };

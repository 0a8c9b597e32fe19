import { randomInt } from 'node:crypto';
import type { Rng } from '@vigia/core/kernel';

const STEPS = 2 ** 47;

/** Generates random numbers from the randomness of the system. */
export const systemRng: Rng = { next: () => randomInt(STEPS) / STEPS };

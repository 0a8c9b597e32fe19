import { randomInt } from 'node:crypto';
import type { Rng } from '@vigia/core/kernel';

const STEPS = 2 ** 47;

/** Draws random numbers from the system. */
export const systemRng: Rng = { next: () => randomInt(STEPS) / STEPS };

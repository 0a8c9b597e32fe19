import { randomUUID } from 'node:crypto';
import type { IdSource } from '@vigia/core/kernel';

/** Creates UUIDs of version 4 from the system's randomness. */
export const randomIds: IdSource = { next: () => randomUUID() };

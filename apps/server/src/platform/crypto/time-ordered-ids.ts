import type { IdSource } from '@vigia/core/kernel';
import { v7 } from 'uuid';

/**
 * UUID v7 (RFC 9562 §5.7): unguessable enough for our use, and sorted by creation time. For tables with hundreds of
 * thousands of rows: their index grows at its end instead of at random places.
 */
export const timeOrderedIds: IdSource = { next: () => v7() };

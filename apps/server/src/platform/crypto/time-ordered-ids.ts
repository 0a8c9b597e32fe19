import type { IdSource } from '@vigia/core/kernel';
import { v7 } from 'uuid';

/**
 * UUID v7 (RFC 9562 §5.7): as unguessable as we need, and made later means sorted later. For rows that come by the
 * hundred thousand: an index over them grows at its end instead of everywhere.
 */
export const timeOrderedIds: IdSource = { next: () => v7() };

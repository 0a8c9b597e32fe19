import type { IdSource } from '@vigia/core/kernel';
import { v7 } from 'uuid';

/**
 * Creates UUIDs of version 7 (RFC 9562 §5.7), which sort by creation time and are hard enough to guess for our use. In
 * tables with hundreds of thousands of rows the index then grows at its end instead of at random places.
 */
export const timeOrderedIds: IdSource = { next: () => v7() };

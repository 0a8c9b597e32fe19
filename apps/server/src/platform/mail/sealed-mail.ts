import { z } from 'zod';
import type { Sealer } from '#platform/crypto/sealer.ts';
import type { Mail } from './outbox.ts';
import { mailAad } from './postgres-outbox.ts';

const SealedMail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }).nullable();

/**
 * Decrypts the mail of an outbox row.
 * @throws Error if it was altered or encrypted under another key
 */
export const decryptMail = (sealer: Sealer, { id, sealed }: { id: string; sealed: Buffer }): Mail | null =>
  SealedMail.parse(JSON.parse(sealer.open(sealed, mailAad(id)).toString()));

import { z } from 'zod';
import { securityMessages } from './messages.es.ts';

/** Six digits as an authenticator shows them, with or without a blank in the middle. */
export const sixDigits = (message: string) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, message));

const words = securityMessages.enrol;

export const FactorName = z.object({ name: z.string().trim().min(1, words.nameMissing).max(60, words.nameLong) });
export const FirstCode = z.object({ code: sixDigits(words.codeWrong) });

import { BOT_SCOPES } from '@vigia/core/vocabulary';
import { z } from 'zod';
import { botTokenMessages } from './messages.es.ts';

const words = botTokenMessages.form;

export const EXPIRY_DAYS = [30, 90, 365] as const;

const MAX_ADDRESSES = 20;

const Address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/**
 * Splits a list of IP addresses such as `10.0.0.1, 2001:db8::/32`. A space does not separate addresses, so that an
 * error message contains the text as the user typed it.
 */
const parts = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Schema of the form for a new bot token. One text contains all IP addresses. */
export const NewTokenInput = z.object({
  name: z.string().trim().min(1, words.nameMissing).max(60, words.nameLong),
  scopes: z.array(z.enum(BOT_SCOPES)).min(1, words.scopeMissing),
  expires_in_days: z.union(EXPIRY_DAYS.map((days) => z.literal(days))),
  allowed_ips: z.string().transform((text, context) => {
    const addresses = parts(text);
    const wrong = addresses.find((address) => !Address.safeParse(address).success);
    if (wrong !== undefined) context.addIssue({ code: 'custom', message: words.addressWrong(wrong) });
    if (addresses.length > MAX_ADDRESSES) context.addIssue({ code: 'custom', message: words.addressesMany });
    return addresses;
  }),
});
export type NewTokenInput = z.input<typeof NewTokenInput>;

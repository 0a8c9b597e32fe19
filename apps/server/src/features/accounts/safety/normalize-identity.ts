import { domainToASCII } from 'node:url';

/**
 * Domains whose mail service ignores dots before the @. At all other domains, addresses with and without a dot are
 * different mailboxes.
 */
const WITHOUT_DOTS: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the same text for all spellings of an address that lead to the same mailbox: lower case, normalised Unicode,
 * the domain in ASCII, no tag after a plus, and no dots if the mail service ignores them (docs/decisions/0038).
 */
export function mailboxOf(address: string): string {
  const folded = address.normalize('NFKC').trim().toLowerCase();
  const at = folded.lastIndexOf('@');
  if (at < 1) return folded;
  const typed = folded.slice(at + 1);
  const domain = domainToASCII(typed) || typed;
  const name = folded.slice(0, at);
  const untagged = /^[^+]+/.exec(name)?.[0] ?? name;
  return WITHOUT_DOTS.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

/** Minimum number of digits, with country code, of a phone number that identifies one person. */
const PHONE_MIN_DIGITS = 8;

/** Returns the digits of a phone number as in E.164, without the plus; null for a text that is not a phone number. */
export function phoneDigits(phone: string): string | null {
  const digits = phone.normalize('NFKC').replaceAll(/\D/g, '').replace(/^00/, '');
  return digits.length < PHONE_MIN_DIGITS ? null : digits;
}

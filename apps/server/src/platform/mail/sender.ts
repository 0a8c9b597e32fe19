import { headerText } from './header-text.ts';

/** A configured sender: `Name <address>`, or only the address. */
export type Sender = { readonly name: string; readonly address: string };

/** Parses a sender such as `Vigía <a@b>`. Returns null if it does not contain a valid address. */
export function parseSender(text: string): Sender | null {
  const [, name = '', bracketed] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? text).trim();
  if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(address)) return null;
  return { name: headerText(name.replaceAll('"', '')), address };
}

/** Returns true for an address such as `smtp://user:pass@host:port` or `smtps://…`. */
export const isSmtpUrl = (text: string): boolean =>
  URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '';

/** Returns the part after the @. */
export const domainOf = ({ address }: Sender): string => address.slice(address.lastIndexOf('@') + 1);

import { z } from 'zod';

const INPUT = /<input\b[^>]*>/gi;
const SETTINGS = /window\.settings\s*=\s*(\{[\s\S]*?\})\s*;?\s*<\/script>/i;
const Settings = z.object({ token: z.string().min(1) });

/** The value of the input of this name; null without such an input, '' for an input without a value. */
export function inputValue(html: string, name: string): string | null {
  const input = (html.match(INPUT) ?? []).find((tag) => attribute(tag, 'name') === name);
  return input === undefined ? null : (attribute(input, 'value') ?? '');
}

/**
 * The socket's session token in the settings of the trade page; null if the page has no settings, which means that the
 * user is not signed in.
 */
export function settingsToken(html: string): string | null {
  const json = SETTINGS.exec(html)?.[1];
  if (json === undefined) return null;
  try {
    return Settings.safeParse(JSON.parse(json)).data?.token ?? null;
  } catch {
    return null;
  }
}

function attribute(tag: string, name: string): string | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? null : value.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
}

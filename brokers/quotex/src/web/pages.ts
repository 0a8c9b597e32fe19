import { z } from 'zod';

const INPUT = /<input\b[^>]*>/gi;
const SETTINGS = /window\.settings\s*=\s*(\{[\s\S]*?\})\s*;?\s*<\/script>/i;
const Settings = z.object({ token: z.string().min(1) });

/** Returns the value of the input with this name: null without such an input, '' for an input without a value. */
export function inputValue(html: string, name: string): string | null {
  const input = (html.match(INPUT) ?? []).find((tag) => attribute(tag, 'name') === name);
  return input === undefined ? null : (attribute(input, 'value') ?? '');
}

/**
 * Returns the session token of the socket from the settings of the trade page. Returns null if the page has no
 * settings, because the user is then not signed in.
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

import { CookieJar } from 'tough-cookie';
import { z } from 'zod';

/** Token, cookies and User-Agent of a signed-in browser. All of them are secret. */
export type SavedBrowserLogin = {
  /** The socket's session token. */
  readonly token: string;
  readonly jar: CookieJar;
  /** The User-Agent for which the cookies were issued. Cloudflare's cookie is valid only with this User-Agent. */
  readonly userAgent: string;
};

/** User-Agent of a desktop browser, because the broker's website does not answer other programs. */
export const DEFAULT_USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const Saved = z.object({ token: z.string().min(1), cookies: z.string(), userAgent: z.string().min(1) });

/** Returns a login in the form in which it is stored for a later session. */
export const saveLogin = async ({ token, jar, userAgent }: SavedBrowserLogin, origin: string): Promise<string> =>
  JSON.stringify({ token, cookies: await jar.getCookieString(origin), userAgent });

/** Reads a stored login; returns null if it cannot be read. */
export async function restoreLogin(saved: string, origin: string): Promise<SavedBrowserLogin | null> {
  try {
    const read = Saved.safeParse(JSON.parse(saved));
    return read.success ? await loginOf(read.data, origin) : null;
  } catch {
    return null;
  }
}

/** Reads a login from a text copied from a browser: `name=value; name=value` as in the header `Cookie`. */
export async function loginOf(
  { token, cookies, userAgent }: { token: string; cookies: string | null; userAgent: string | null },
  origin: string,
): Promise<SavedBrowserLogin> {
  const jar = new CookieJar();
  for (const pair of (cookies ?? '')
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text.includes('='))) {
    await jar.setCookie(`${pair}; Path=/`, origin, { ignoreError: true });
  }
  return { token, jar, userAgent: userAgent ?? DEFAULT_USER_AGENT };
}

/**
 * Grants or refuses access on the simulator's OAuth page, like a browser.
 * @param send sends a request, as `fetch` does
 * @param page address that `pageOf` returned
 * @returns the query that the page adds to the return address
 */
export async function answerConsentPage(
  send: (url: string | URL, init?: RequestInit) => Promise<Response>,
  page: string,
  decision: 'allow' | 'deny',
  login = 'ana',
): Promise<URLSearchParams> {
  const shown = await (await send(page)).text();
  const action = /action="([^"]+)"/.exec(shown)?.[1]?.replaceAll('&amp;', '&');
  if (action === undefined) throw new Error(`no consent page: ${shown}`);
  const decided = await send(new URL(action, page), {
    method: 'POST',
    body: new URLSearchParams({ decision, login }),
    redirect: 'manual',
  });
  return new URL(decided.headers.get('location') ?? '').searchParams;
}

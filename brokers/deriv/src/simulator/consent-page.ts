import type { HttpReply } from '@vigia/broker-kit/simulator';

/**
 * Returns the page on which a user grants or refuses access. Its form posts to the page's own address.
 * @param search query of the request, with its `?`
 */
export const consentPage = (search: string): HttpReply => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><title>Deriv (simulator)</title><h1>Deriv (simulator)</h1>
<form method="post" action="${escaped(`/oauth2/auth${search}`)}">
<p>An app asks for the scope <b>trade</b>.</p>
<label>Login <input name="login" value="ana" pattern="[a-z0-9]+" required></label>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form></html>`,
});

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

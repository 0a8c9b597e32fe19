import { escapeHtml } from './escape-html.ts';
import type { ArrivedMail } from './local-mailbox.ts';
import { shortUtcTime } from './utc-time.ts';

const STYLE = `
:root{color-scheme:light dark;--ground:#F3F5F9;--surface:#FFFFFF;--raised:#F8F9FC;--border:#E0E4EC;--text-1:#121724;
--text-2:#465066;--text-3:#5B657A;--accent:#4347D6;--tint:#ECEDFD}
@media (prefers-color-scheme:dark){:root{--ground:#0A0D13;--surface:#10141C;--raised:#171C27;--border:#222937;
--text-1:#E9EDF5;--text-2:#AEB7C7;--text-3:#8C96AA;--accent:#97A2FF;--tint:#191D3B}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text-1);font:14px/20px Inter,system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 16px 64px}
header{display:flex;gap:12px;align-items:center;justify-content:space-between;flex-wrap:wrap;margin-bottom:8px}
h1{margin:0;font-size:28px;line-height:34px}
p{margin:0;color:var(--text-2)}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.button{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border-radius:8px;
background:var(--raised);border:1px solid var(--border);color:var(--text-1);font-weight:600;text-decoration:none}
ol{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}
details{background:var(--surface);border:1px solid var(--border);border-radius:10px;overflow:hidden}
summary{display:grid;grid-template-columns:1fr auto;gap:2px 16px;padding:16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--raised)}
.subject{font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere}
.to{color:var(--text-2);min-width:0}
.piece{display:inline-block;max-width:100%;overflow-wrap:break-word}
time{color:var(--text-3);font-variant-numeric:tabular-nums;white-space:nowrap}
.open{padding:0 16px 16px;display:grid;gap:12px}
.links{display:grid;gap:4px;padding:12px;border-radius:8px;background:var(--tint);overflow-wrap:anywhere}
.links span{color:var(--text-2);font-size:13px}
@media (max-width:520px){summary{grid-template-columns:1fr}time{order:3}}
iframe{display:block;width:100%;height:800px;border:1px solid var(--border);border-radius:8px;background:var(--ground)}
.empty{margin-top:24px;padding:64px 24px;border:1px dashed var(--border);border-radius:10px;text-align:center}
.empty strong{display:block;margin-bottom:4px;font-size:16px;line-height:24px;color:var(--text-1)}
`;

const EMPTY = `<div class="empty"><strong>Todavía no hay correos</strong><p>Aquí aparecen los de confirmación, recuperación y avisos en cuanto Vigía los envía.</p></div>`;

/**
 * Renders the local mailbox as a page with the newest mails first. The page allows no scripts, so that no mail can run
 * one.
 */
export const mailboxPage = (mails: readonly ArrivedMail[]): string => `<!doctype html>
<html lang="es"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Buzón local · Vigía</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${STYLE}</style>
</head><body><main>
<header><h1>Buzón local</h1><a class="button" href="/dev/mailbox">Actualizar</a></header>
<p>Los correos de esta instalación se quedan en esta máquina y solo se ven desde ella.
Para que salgan, quien la administra indica un servidor de correo con <code>SMTP_URL</code>.</p>
${mails.length === 0 ? EMPTY : `<ol>${mails.map(mailItem).join('\n')}</ol>`}
</main></body></html>
`;

function mailItem({ to, subject, html, links, at }: ArrivedMail, place: number): string {
  return `<li><details${place === 0 ? ' open' : ''}>
<summary><span class="subject">${escapeHtml(subject)}</span>
<time datetime="${escapeHtml(at)}">${shortUtcTime(new Date(at))}</time>
<span class="to">Para ${addressHtml(to)}</span></summary>
<div class="open">
${links.length === 0 ? '' : `<div class="links"><span>Enlaces del correo</span>${links.map(linkItem).join('')}</div>`}
<iframe title="${escapeHtml(`Correo: ${subject}`)}" sandbox="allow-popups allow-popups-to-escape-sandbox"
 loading="lazy" srcdoc="${escapeHtml(html)}"></iframe>
</div></details></li>`;
}

const linkItem = (link: string): string => `<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;

/** Returns HTML of an address that can break into lines only after its @ and its dots, if each part fits on a line. */
const addressHtml = (address: string): string =>
  address
    .split(/(?<=[@.])/)
    .map((piece) => `<span class="piece">${escapeHtml(piece)}</span>`)
    .join('');

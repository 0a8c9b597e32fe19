import { assertNever } from '@vigia/core/kernel';
import { escapeHtml } from './escape-html.ts';
import { headerText } from './header-text.ts';
import type { Mail } from './outbox.ts';
import { DARK_RULES, FONT, STYLE } from './style.ts';

/** A part of a mail, as plain text; the layout escapes it. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly link: string }
  /** A link as text, for mail programs in which the button does not work. */
  | { readonly kind: 'link'; readonly lead: string; readonly link: string }
  | { readonly kind: 'digits'; readonly lead: string; readonly digits: string }
  /** Lines that the reader copies exactly. They end with a line feed. */
  | { readonly kind: 'verbatim'; readonly lead: string; readonly text: string }
  /** Details such as time and place, one per line. */
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [name: string, value: string])[] }
  /** Advice for a reader who did not cause the mail; separated from the other blocks. */
  | { readonly kind: 'aside'; readonly text: string };

export type MailContent = {
  readonly to: string;
  readonly subject: string;
  /** The text that mail programs show beside the subject in the list of mails. */
  readonly preview: string;
  readonly heading: string;
  readonly blocks: readonly MailBlock[];
};

const FOOTER = 'Vigía · Este es un mensaje automático sobre tu cuenta. Nunca te pediremos la contraseña por correo.';

/**
 * Composes a mail as HTML and as plain text with the same content. The HTML is readable on a phone, in dark mode and
 * without images.
 */
export function composeMail({ to, subject, preview, heading, blocks }: MailContent): Mail {
  const body = blocks.map(blockHtml).join('\n');
  return {
    to: headerText(to),
    subject: headerText(subject),
    text: [heading, ...blocks.filter((block) => !isRepeated(block, blocks)).map(blockText), `--\n${FOOTER}\n`].join(
      '\n\n',
    ),
    html: page({ title: escapeHtml(subject), preview: escapeHtml(preview), heading: escapeHtml(heading), body }),
  };
}

/** True for a link block whose link the text version already shows in place of a button. */
const isRepeated = (block: MailBlock, blocks: readonly MailBlock[]): boolean =>
  block.kind === 'link' && blocks.some((other) => other.kind === 'button' && other.link === block.link);

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
    case 'aside':
      return block.text;
    case 'facts':
      return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'button':
      return `${block.label}:\n${block.link}`;
    case 'link':
      return `${block.lead}\n${block.link}`;
    case 'digits':
      return `${block.lead}\n\n    ${block.digits}`;
    case 'verbatim':
      return `${block.lead}\n\n${block.text}`;
    default:
      return assertNever(block);
  }
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'text':
      return `<p class="t2" style="${STYLE.text}">${escapeHtml(block.text)}</p>`;
    case 'facts':
      return `<p class="t2" style="${STYLE.text}">${block.facts.map(factHtml).join('<br>')}</p>`;
    case 'button':
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td bgcolor="#4B4EE0" style="border-radius:8px;background:#4B4EE0">
<a href="${escapeHtml(block.link)}" target="_blank" style="${STYLE.button}">${escapeHtml(block.label)}</a></td>
</tr></table>`;
    case 'link':
      return `<p class="t3" style="${STYLE.small}">${escapeHtml(block.lead)}<br><a class="link" href="${escapeHtml(block.link)}" target="_blank" style="${STYLE.link}">${escapeHtml(block.link)}</a></p>`;
    case 'digits':
      return `<p class="t2" style="${STYLE.text}">${escapeHtml(block.lead)}</p>
<p class="digits" style="${STYLE.digits}">${escapeHtml(block.digits)}</p>`;
    case 'verbatim':
      return `<p class="t2" style="${STYLE.text}">${escapeHtml(block.lead)}</p>
<pre class="verbatim" style="${STYLE.verbatim}">${escapeHtml(block.text)}</pre>`;
    case 'aside':
      return `<p class="t3 aside" style="${STYLE.aside}">${escapeHtml(block.text)}</p>`;
    default:
      return assertNever(block);
  }
}

const factHtml = ([name, value]: readonly [string, string]): string =>
  `<strong>${escapeHtml(name)}:</strong> ${escapeHtml(value)}`;

/**
 * Returns the HTML page. It uses tables and inline styles, because all mail programs support these. The style sheet
 * only adds dark mode and phones.
 */
const page = (values: { title: string; preview: string; heading: string; body: string }): string => `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${values.title}</title>
<style>
:root{color-scheme:light dark}
@media (max-width:520px){.outer{padding:16px 12px!important}.card{padding:24px 20px!important}
.digits{font-size:28px!important;letter-spacing:6px!important}}
@media (prefers-color-scheme:dark){${DARK_RULES}}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#F3F5F9">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${values.preview}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground"
 style="background:#F3F5F9"><tr>
<td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:520px"><tr>
<td class="t1" style="padding:0 4px 16px;font:700 18px/24px ${FONT};color:#121724">Vigía</td>
</tr><tr>
<td class="card" style="padding:32px;background:#FFFFFF;border:1px solid #E0E4EC;border-radius:12px">
<h1 class="t1" style="margin:0 0 16px;font:700 22px/28px ${FONT};color:#121724">${values.heading}</h1>
${values.body}
</td>
</tr><tr>
<td class="t3" style="padding:16px 4px 0;font:400 12px/18px ${FONT};color:#5B657A">${FOOTER}</td>
</tr></table>
</td>
</tr></table>
</body>
</html>
`;

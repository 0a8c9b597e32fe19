/** A table of texts. The first cell of each row names the row. `columns` is empty for a table without a head. */
export type TextTable = { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };

/** A section of the page: heading, paragraphs, and a table if it has rows. */
export type Section = { readonly title: string; readonly notes?: readonly string[]; readonly table?: TextTable };

export type Page = {
  readonly language: string;
  readonly title: string;
  readonly intro: readonly string[];
  readonly sections: readonly Section[];
  /** Content for programs, and the id of its element. */
  readonly json: { readonly id: string; readonly value: unknown };
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
const element = (tag: string, text: string): string => `<${tag}>${escaped(text)}</${tag}>`;

/** Styles for the screen and for paper. The page loads nothing, so it looks the same without a network. */
const STYLE = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:900px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid #8886;vertical-align:top}
td{overflow-wrap:anywhere}.scroll{overflow-x:auto}
@media print{body{margin:0}tr{break-inside:avoid}}`;

/** Returns a table that can be scrolled sideways, also by keyboard. */
const tableHtml = (title: string, { columns, rows }: TextTable): string => {
  const names = columns.map((name) => `<th scope="col">${escaped(name)}</th>`).join('');
  const head = names === '' ? '' : `<thead><tr>${names}</tr></thead>`;
  const body = rows.map((cells) => `<tr>${cells.map((cell) => element('td', cell)).join('')}</tr>`).join('\n');
  const scroll = `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}">`;
  return `${scroll}<table>${head}<tbody>\n${body}\n</tbody></table></div>`;
};

const sectionHtml = ({ title, notes = [], table }: Section): string =>
  [
    '<section>',
    element('h2', title),
    ...notes.map((note) => element('p', note)),
    ...(table && table.rows.length > 0 ? [tableHtml(title, table)] : []),
    '</section>',
  ].join('\n');

/** Returns a complete HTML page without scripts and without links to other files. */
export function pageHtml({ language, title, intro, sections, json }: Page): string {
  // A closing tag inside the JSON would end its element.
  const data = JSON.stringify(json.value).replaceAll('<', String.raw`\u003c`);
  return [
    '<!doctype html>',
    `<html lang="${escaped(language)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    element('title', title),
    `<style>${STYLE}</style></head>`,
    '<body>',
    element('h1', title),
    ...intro.map((text) => element('p', text)),
    ...sections.map(sectionHtml),
    `<script type="application/json" id="${escaped(json.id)}">${data}</script>`,
    '</body></html>',
    '',
  ].join('\n');
}

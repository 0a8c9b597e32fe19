import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plantTree } from '../checks/planted-tree.ts';
import { run, TOOLS_IN_PATH, toolFile } from '../lib/processes.mjs';
import { filesUnder, ROOT } from '../lib/workspace.mjs';

/**
 * A line of test code: the folders in which the linter checks the line, and the rule that must report it. The rule is
 * null if no rule may report the line.
 */
type Planted = readonly [folders: readonly string[], file: string, code: string, rule: string | null];

const DETERMINISTIC = [
  'packages/core/src/candles',
  'packages/broker-kit/src/clock',
  'brokers/deriv/src',
  'apps/server/src/features/trading',
];
const CORE = ['packages/core/src/candles'];
const PLATFORM = ['apps/server/src/platform/clock'];
const WEB = ['apps/web/src/features/charts'];

const PROPERTIES = 'eslint(no-restricted-properties)';
const GLOBALS = 'eslint(no-restricted-globals)';
const IMPORTS = 'eslint(no-restricted-imports)';
const TIME = 'vigia(no-ambient-time)';
const TEXT = 'vigia(no-literal-text)';

const screen = (element: string) =>
  `export const Screen = ({ m, x }: { m: { buy: string }; x: string }) => <div id={x} lang={m.buy}>${element}</div>;`;

const PLANTED: readonly Planted[] = [
  ...[
    ['Date.now()', PROPERTIES],
    ['Math.random()', PROPERTIES],
    ['new Date()', TIME],
    ['Date()', TIME],
    ["globalThis['performance']", TIME],
    ['globalThis.crypto', TIME],
    ['performance.now()', GLOBALS],
    ['setTimeout(Number, 1)', GLOBALS],
    ['setInterval(Number, 1)', GLOBALS],
    ['setImmediate(Number)', GLOBALS],
    ["fetch('x')", GLOBALS],
    ['process.env', GLOBALS],
    ['crypto.randomUUID()', GLOBALS],
    ['localStorage.length', GLOBALS],
  ].map(([expression = '', rule = '']): Planted => [DETERMINISTIC, 'a.ts', `export const x = ${expression};`, rule]),
  ...[
    "import { randomBytes } from 'node:crypto';\nexport const x = randomBytes(1);",
    "import { setImmediate as turn } from 'node:timers/promises';\nexport const x = turn();",
    "import { performance } from 'node:perf_hooks';\nexport const x = performance.now();",
    "import { cpus } from 'node:os';\nexport const x = cpus();",
  ].map((code): Planted => [DETERMINISTIC, 'a.ts', code, IMPORTS]),
  [DETERMINISTIC, 'a.ts', "import { createHash } from 'node:crypto';\nexport const x = createHash('sha256');", null],
  [DETERMINISTIC, 'a.ts', 'export const at = (ms: number) => new Date(ms);', null],
  [DETERMINISTIC, 'a.test.ts', 'export const x = new Date();', null],
  [PLATFORM, 'a.ts', 'export const now = () => Date.now() + performance.now();', null],

  [CORE, 'a.ts', 'export const a = (x: any) => x;', 'typescript(no-explicit-any)'],
  [CORE, 'a.ts', 'export const b = (x: string | null) => x!;', 'typescript(no-non-null-assertion)'],
  [CORE, 'a.ts', 'const f = async () => 1;\nexport const g = () => {\n  f();\n};', 'typescript(no-floating-promises)'],
  [CORE, 'a.ts', 'export default 1;', 'import(no-default-export)'],
  [
    CORE,
    'a.ts',
    '// oxlint-disable-next-line no-var -- as it was in an older version\nexport const a = 1;',
    'Unused oxlint-disable directive',
  ],

  ...[
    '<p>Comprar</p>',
    "<p>{'Comprar'}</p>",
    '<p>{`Comprar ${x}`}</p>',
    "<p>{x ? 'Comprar' : ''}</p>",
    "<p>{x && 'Comprar'}</p>",
    '<input placeholder="Monto" />',
    '<button type="button" aria-label="Cerrar" />',
    "<b title={'Cerrar'} />",
    '<img src="x.png" alt="Vela" />',
  ].map((element): Planted => [WEB, 'screen.tsx', screen(element), TEXT]),
  [WEB, 'screen.tsx', screen('<p className="flex">{m.buy} · 80 % {`${x}:${x}`} <img src="x.png" alt="" /></p>'), null],
  [WEB, 'screen.test.tsx', screen('<p>Comprar</p>'), null],

  ...[
    ['<img src={x} />', 'alt-text'],
    ['<div role="button" tabIndex={0} onClick={() => {}}>{x}</div>', 'click-events-have-key-events'],
    ['<div onKeyDown={() => {}}>{x}</div>', 'no-static-element-interactions'],
    ['<div role="button" onClick={() => {}} onKeyDown={() => {}}>{x}</div>', 'interactive-supports-focus'],
    ['<label>·</label>', 'label-has-associated-control'],
    ['<button type="button"><svg aria-hidden /></button>', 'control-has-associated-label'],
    ['<p aria-labell={x}>{x}</p>', 'aria-props'],
    ['<p aria-hidden="maybe">{x}</p>', 'aria-proptypes'],
    ['<p role="buton">{x}</p>', 'aria-role'],
    ['<p role="heading">{x}</p>', 'role-has-required-aria-props'],
    ['<button type="button" aria-checked>{x}</button>', 'role-supports-aria-props'],
    ['<button type="button" aria-hidden>{x}</button>', 'no-aria-hidden-on-focusable'],
    ['<p tabIndex={0}>{x}</p>', 'no-noninteractive-tabindex'],
    ['<button type="button" tabIndex={2}>{x}</button>', 'tabindex-no-positive'],
    ['<input autoFocus />', 'no-autofocus'],
    ['<a>{x}</a>', 'anchor-is-valid'],
  ].map(([element = '', rule = '']): Planted => [WEB, 'screen.tsx', screen(element), `jsx-a11y(${rule})`]),
  [
    WEB,
    'screen.tsx',
    `import { Button } from '#shared/ui/button.tsx';\n${screen('<Button><svg aria-hidden /></Button>')}`,
    'jsx-a11y(control-has-associated-label)',
  ],
  [
    WEB,
    'screen.tsx',
    `import { Link } from '@tanstack/react-router';\n${screen('<Link to={x} />')}`,
    'jsx-a11y(anchor-has-content)',
  ],
  ...[
    '<img src={x} alt={m.buy} />',
    '<button type="button" onClick={() => {}}>{x}</button>',
    '<div role="button" tabIndex={0} onClick={() => {}} onKeyDown={() => {}}>{x}</div>',
    '<label>{m.buy} <input /></label>',
    '<button type="button" aria-label={m.buy}><svg aria-hidden /></button>',
    '<p role="heading" aria-level={2} aria-hidden="true">{x}</p>',
    '<section aria-label={m.buy} tabIndex={0}>{x}</section>',
    '<a href={x}>{m.buy}</a>',
  ].map((element): Planted => [WEB, 'screen.tsx', screen(element), null]),
];

/** Each line of test code gets its own folder, so that one run of the linter checks all lines. */
const placed = PLANTED.flatMap(([folders, file, code, rule], index) =>
  folders.map((folder) => ({ path: `${folder}/case-${index}/${file}`, code, rule })),
);

const found = await lint(Object.fromEntries(placed.map(({ path, code }) => [path, `${code}\n`])));

test.each(placed)('the linter reports the expected rule for $code in $path', ({ path, rule }) => {
  expect(found.filter(({ filename }) => filename === path).map(({ what }) => what)).toEqual(
    rule === null ? [] : [rule],
  );
});

/** Returns the faults that the linter finds in these files with the configuration of the project. */
async function lint(files: Readonly<Record<string, string>>): Promise<{ filename: string; what: string }[]> {
  const ours = ['.oxlintrc.json', ...filesUnder(['scripts/lint']).filter((file) => file.endsWith('.mjs'))];
  const tree = plantTree({
    ...files,
    ...Object.fromEntries(ours.map((file) => [file, readFileSync(ROOT + file, 'utf8')])),
  });
  const { stdout, output } = await run(process.execPath, [ROOT + toolFile('oxlint'), '--format=json', '.'], {
    cwd: tree.root,
    env: TOOLS_IN_PATH,
  });
  tree.remove();
  if (!stdout.trimStart().startsWith('{')) throw new Error(output);
  const { diagnostics }: { diagnostics: { code?: string; message: string; filename: string }[] } = JSON.parse(stdout);
  return diagnostics.map(({ code, message, filename }) => ({
    filename,
    what: code ?? message.split(' (')[0] ?? message,
  }));
}

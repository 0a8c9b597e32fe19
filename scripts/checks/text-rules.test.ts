import { afterEach, expect, test } from 'vitest';
import { LEFTOVERS } from './leftovers.mjs';
import { type PlantedTree, plantTree } from './planted-tree.ts';
import { PRIVATE_TRACES } from './private-traces.mjs';
import { textFaults } from './text-rules.mjs';
import { WEB_STYLE } from './web-style.mjs';

let tree: PlantedTree | undefined;
afterEach(() => tree?.remove());

/** Returns the names of the rules that a file with this text breaks. */
function broken(file: string, text: string): string[] {
  tree = plantTree({ [file]: text });
  return textFaults([...LEFTOVERS, ...PRIVATE_TRACES, ...WEB_STYLE], [file], tree.root).map(
    (fault) => fault.split(':')[0] ?? '',
  );
}

test.each([
  ['a.ts', '// TODO: the other half', 'unfinished'],
  ['a.css', '/* FIXME */', 'unfinished'],
  ['a.test.ts', "it.only('is alone', () => {});", 'test-alone'],
  ['a.test.ts', "describe.concurrent.only('is alone', () => {});", 'test-alone'],
  ['a.test.ts', "test.skip('is off', () => {});", 'test-off-without-reason'],
  ['a.e2e.ts', "test.fixme('is off', () => {});", 'test-off-without-reason'],
  ['a.ts', '// oxlint-disable-next-line no-eval', 'lint-off-without-reason'],
  ['a.ts', '/* eslint-disable no-eval -- the whole file, for this good reason */', 'lint-off-without-reason'],
  ['a.ts', '// @ts-ignore', 'types-off'],
  ['a.ts', '// @ts-expect-error', 'types-off-without-reason'],
  ['a.md', 'See /home/ana/notes.md', 'machine-path'],
  ['a.ts', "const file = '/work/things/a.csv';", 'machine-path'],
  ['a.json', '{ "path": "C:\\\\Users\\\\ana" }', 'machine-path'],
  ['package-lock.json', '"resolved": "https://npm.example.test/zod.tgz"', 'registry-host'],
  ['.npmrc', 'registry=http://mirror.example.test', 'registry-host'],
  ['a.ts', "const url = 'http://10.1.2.3:8080';", 'private-address'],
  ['a.txt', '-----BEGIN EC PRIVATE KEY-----', 'secret'],
  ['a.md', 'Co-authored-by: someone', 'authorship-mark'],
  ['apps/web/src/app/a.tsx', '<p className="bg-[#fff]" />', 'colour-past-the-tokens'],
  ['apps/web/src/app/a.ts', "const ink = 'rgb(0 0 0)';", 'colour-past-the-tokens'],
  ['apps/web/src/app/a.tsx', '<p className="text-[15px]" />', 'size-past-the-tokens'],
  ['apps/web/src/app/a.tsx', '<p className="rounded-[3px]" />', 'size-past-the-tokens'],
  ['apps/web/src/app/a.tsx', '<p className="flex gap-[7px]" />', 'size-past-the-tokens'],
  ['apps/web/src/app/a.tsx', '<p className="max-md:px-[7px]" />', 'size-past-the-tokens'],
  ['apps/web/src/app/a.tsx', "import { toast } from 'sonner';", 'library-past-the-component-layer'],
  ['apps/web/src/app/a.ts', "new Intl.NumberFormat('es-419')", 'language-in-the-code'],
  ['apps/web/src/app/a.ts', 'price.toLocaleString()', 'language-in-the-code'],
  ['apps/web/src/app/a.ts', "const word = 'Operación';", 'spanish-in-the-code'],
  ['apps/web/src/app/a.ts', 'const word = `y ${n} más`;', 'spanish-in-the-code'],
])('the text rules report the file %s with the text %s', (file, text, rule) => {
  expect(broken(file, text)).toEqual([rule]);
});

test.each([
  ['a.ts', "const label = 'DETENER TODO';"],
  ['a.test.ts', "describe.skipIf(!file)('golden values', () => {});"],
  ['a.test.ts', "test.skip('is off', () => {}); // needs a second machine"],
  ['a.ts', '// oxlint-disable-next-line no-eval -- the sandbox has already checked it'],
  ['a.ts', '// @ts-expect-error the wire may hold what the type forbids'],
  ['a.md', 'Open http://127.0.0.1:3000/work/list'],
  ['apps/web/src/app/a.tsx', '<p className="w-[320px] h-(--h) text-13 grid-cols-[1fr_62px]" />'],
  ['apps/web/src/app/a.tsx', '<img className="bg-[#fff]" /> {/* paper: the code is read by a camera */}'],
  ['apps/web/src/shared/ui/a.tsx', "import { Tabs } from 'radix-ui';"],
  ['apps/web/src/app/messages.es.ts', "export const words = { word: 'Operación' };"],
  ['apps/web/src/app/a.ts', "const product = 'Vigía';"],
  ['package-lock.json', '"resolved": "https://registry.npmjs.org/zod/-/zod-4.6.7.tgz"'],
])('the text rules accept the file %s with the text %s', (file, text) => {
  expect(broken(file, text)).toEqual([]);
});

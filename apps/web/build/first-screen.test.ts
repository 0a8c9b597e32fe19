import { expect, it } from 'vitest';
import { filesOfScreen, type LinkedChunk } from './first-screen.ts';

const chunk = (
  fileName: string,
  imports: string[] = [],
  facade: string | null = null,
  isEntry = false,
): LinkedChunk => ({ fileName, imports, isEntry, facadeModuleId: facade });

const CHUNKS = [
  chunk('index.js', ['react.js'], '/app/index.html', true),
  chunk('react.js'),
  chunk('layout.js', ['react.js', 'ui.js'], '/app/src/layout.tsx'),
  chunk('screen.js', ['ui.js', 'figures.js'], '/app/src/screen.tsx'),
  chunk('ui.js', ['figures.js']),
  chunk('figures.js', ['screen.js']),
  chunk('chart.js'),
];

it('filesOfScreen lists each imported file of a screen once, without the files that index.html loads', () => {
  expect(filesOfScreen(CHUNKS, ['src/layout.tsx', 'src/screen.tsx'])).toEqual([
    'layout.js',
    'ui.js',
    'figures.js',
    'screen.js',
  ]);
});

it('filesOfScreen throws if the build has no chunk for a given source file', () => {
  expect(() => filesOfScreen(CHUNKS, ['src/gone.tsx'])).toThrow('src/gone.tsx is no chunk');
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../lib/workspace.mjs';

const [, commonText = '', ownText = ''] = readFileSync(join(ROOT, 'brokers/README.md'), 'utf8').split('|---|---|\n');
const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);
const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('|'));
const common = rows(commonText).flatMap((row) => named(row).slice(0, 1));
const own = new Map(rows(ownText).map((row) => [named(row)[0] ?? '', named(row).slice(1)]));

describe('the table of file names in brokers/README.md', () => {
  it.each([...own])('lists every file of %s, and no file that does not exist', (adapter, ownFiles) => {
    const files = readdirSync(join(ROOT, 'brokers', adapter, 'src')).filter(
      (name) => !/[.]test[.]ts$|^testing-|^simulator$/.test(name),
    );
    expect(files.toSorted()).toEqual([...common, ...ownFiles].toSorted());
  });

  it('covers every adapter except the simulated one', () => {
    const adapters = readdirSync(join(ROOT, 'brokers')).filter((name) => !/[.]md$|^simulated$/.test(name));
    expect([...own.keys()].toSorted()).toEqual(adapters.toSorted());
  });
});

import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkLibraries } from './embedded-binaries.ts';

describe.skipIf(process.platform === 'win32')('the links of the embedded libraries', () => {
  it('are created from the list in the package if npm install skipped the scripts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-links-'));
    mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
    writeFileSync(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
    writeFileSync(
      join(folder, 'native', 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
    );
    linkLibraries(folder);
    linkLibraries(folder);
    const link = join(folder, 'native', 'lib', 'libpq.so.5');
    expect([readlinkSync(link), readFileSync(link, 'utf8')]).toEqual(['libpq.so.5.18', 'library']);
    rmSync(folder, { recursive: true });
  });
});

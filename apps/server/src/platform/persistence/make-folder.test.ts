import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

describe('makeFolder', () => {
  let base = '';
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'vigia-folder-'));
  });
  afterEach(() => rmSync(base, { recursive: true }));

  it('creates a private folder with missing parents, and accepts an existing folder', () => {
    const folder = join(base, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(folder).isDirectory()).toBe(true);
  });

  it('fails if a file has the same path', () => {
    writeFileSync(join(base, 'file'), '');
    expect(() => makeFolder(join(base, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(base, 'file', 'x'))).toThrow();
  });

  describe.skipIf(!existsSync('/proc/self'))('makeFolder under /proc (skipped where /proc is missing)', () => {
    it('fails and does not block', () => {
      expect(() => makeFolder('/proc/x')).toThrow('ENOENT');
      expect(() => makeFolder('/proc/x/y/z')).toThrow('ENOENT');
    });
  });
});

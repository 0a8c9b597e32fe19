import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemdUnit } from './systemd-unit.ts';

const hasAnalyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

describe('the unit of systemd', () => {
  it.skipIf(!hasAnalyzer)('is accepted by systemd-analyze', () => {
    const folder = mkdtempSync(join(tmpdir(), 'vigia-unit-'));
    const file = join(folder, 'vigia.service');
    writeFileSync(file, systemdUnit({ node: process.execPath, program: '/a b/100%/$HOME/"x"', dataFolder: folder }));
    const env = { ...process.env, XDG_RUNTIME_DIR: folder };
    const { status, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', file], { encoding: 'utf8', env });
    rmSync(folder, { recursive: true });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('starts the program in the foreground with its data folder', () => {
    const unit = systemdUnit({
      node: '/usr/bin/node',
      program: '/opt/vigia/bin/vigia.mjs',
      dataFolder: '/var/lib/vigia',
    });
    expect(unit).toContain('ExecStart="/usr/bin/node" "/opt/vigia/bin/vigia.mjs" start --foreground\n');
    expect(unit).toContain('Environment="VIGIA_DATA_DIR=/var/lib/vigia"\n');
  });

  it('writes to the journal only the reason why the program does not start', () => {
    const unit = systemdUnit({ node: '/n', program: '/p', dataFolder: '/d' });
    expect(unit).toContain('StandardOutput=null\nStandardError=journal\n');
  });

  it('quotes the characters that systemd would expand', () => {
    const unit = systemdUnit({ node: '/n', program: '/a b/100%/$HOME/"x"', dataFolder: '/d' });
    expect(unit).toContain(String.raw`"/a b/100%%/$$HOME/\"x\""`);
  });
});

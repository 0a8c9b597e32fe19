import { describe, expect, it } from 'vitest';
import { unitFile } from './unit.ts';

describe('the unit of systemd', () => {
  it('starts the program in the foreground with its data folder', () => {
    const unit = unitFile({ node: '/usr/bin/node', program: '/opt/vigia/bin/vigia.mjs', dataFolder: '/var/lib/vigia' });
    expect(unit).toContain('ExecStart="/usr/bin/node" "/opt/vigia/bin/vigia.mjs" start --foreground\n');
    expect(unit).toContain('Environment="VIGIA_DATA_DIR=/var/lib/vigia"\n');
  });

  it('writes to the journal only why the program does not start', () => {
    const unit = unitFile({ node: '/n', program: '/p', dataFolder: '/d' });
    expect(unit).toContain('StandardOutput=null\nStandardError=journal\n');
  });

  it('quotes what systemd would expand', () => {
    const unit = unitFile({ node: '/n', program: '/a b/100%/$HOME/"x"', dataFolder: '/d' });
    expect(unit).toContain(String.raw`"/a b/100%%/$$HOME/\"x\""`);
  });
});

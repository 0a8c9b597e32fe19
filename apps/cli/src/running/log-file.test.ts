import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { currentLogFile, logFolder, openSupervisorLog } from './log-file.ts';
import { lastLines } from './tail.ts';

const FILE_BYTES = 10 * 2 ** 20;

describe('the log of the supervisor', () => {
  let dataFolder: string;
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-log-'));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true }));

  const sizes = (): number[] =>
    readdirSync(logFolder(dataFolder)).map((name) => statSync(join(logFolder(dataFolder), name)).size);

  it('stores what is written to it, in a file that only its owner can read', async () => {
    const log = openSupervisorLog(dataFolder);
    log.write('uno\n');
    log.write(Buffer.from('dos\ntres\n'));
    await log.close();
    expect(lastLines(currentLogFile(dataFolder), 2)).toBe('dos\ntres\n');
    expect(statSync(currentLogFile(dataFolder)).mode & 0o077).toBe(0);
  });

  it('starts a new file at ten megabytes', async () => {
    const log = openSupervisorLog(dataFolder);
    log.write(`${'x'.repeat(FILE_BYTES)}\n`);
    log.write('después\n');
    await log.close();
    expect(Math.max(...sizes())).toBeGreaterThanOrEqual(FILE_BYTES);
    expect(lastLines(currentLogFile(dataFolder), 1)).toBe('después\n');
  });
});

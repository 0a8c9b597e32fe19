import { closeSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedLog, earlierLogFile, logFile } from './embedded-log.ts';

const MOST_BYTES = 100;

describe('the log of the embedded database', () => {
  let dataFolder = '';
  let log: EmbeddedLog;
  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'vigia-pg-log-'));
    log = new EmbeddedLog(dataFolder, MOST_BYTES);
  });
  afterEach(() => rmSync(dataFolder, { recursive: true }));

  const current = (): string => readFileSync(logFile(dataFolder), 'utf8');
  const earlier = (): string => readFileSync(earlierLogFile(dataFolder), 'utf8');

  it('moves its lines to the previous log file at the maximum size, while the writer keeps the file open', () => {
    writeFileSync(logFile(dataFolder), 'antes\n', { mode: 0o600 });
    const writer = log.open();
    writeSync(writer, `${'x'.repeat(MOST_BYTES)}\n`);
    log.limit();
    writeSync(writer, 'después\n');
    closeSync(writer);
    expect([earlier().length, current(), log.reason()]).toEqual([MOST_BYTES, 'después\n', 'después']);
    for (const file of [logFile(dataFolder), earlierLogFile(dataFolder)]) expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('keeps the last lines of a log far above the maximum size', () => {
    writeFileSync(logFile(dataFolder), `${'x'.repeat(10 * MOST_BYTES)}FATAL: end`);
    closeSync(log.open());
    expect([earlier().length, earlier().slice(-10), current()]).toEqual([MOST_BYTES, 'FATAL: end', '']);
  });

  it('is emptied even if the previous log file cannot be written, as on a full disk', () => {
    mkdirSync(earlierLogFile(dataFolder));
    writeFileSync(logFile(dataFolder), 'x'.repeat(MOST_BYTES));
    log.limit();
    expect(current()).toBe('');
    expect(() => earlier()).toThrow('ENOENT');
  });

  it('may be missing', () => {
    expect(() => log.limit()).not.toThrow();
  });

  it('keeps the lines of earlier runs, and returns the failure reason of the latest run', () => {
    writeFileSync(logFile(dataFolder), 'PANIC: No space left on device\n');
    const writer = log.open();
    writeSync(writer, 'FATAL: no permission\n');
    expect(log.reason()).toBe('no permission');
    expect(log.saysDiskIsFull()).toBe(false);
    writeSync(writer, 'PANIC: No space left on device\n');
    closeSync(writer);
    expect(log.saysDiskIsFull()).toBe(true);
    expect(current().split('\n')).toHaveLength(4);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processStartToken } from '../process-identity.ts';
import { lockHolder, takeAppLock } from './app-lock.ts';

describe('the lock on a data folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const leave = (holder: object | string) =>
    writeFileSync(join(folder, 'vigia.lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));

  it('refuses a second process, names the first process, and is free after its release', () => {
    const lock = takeAppLock(folder, 'servidor');
    expect(() => takeAppLock(folder, 'importación')).toThrow(
      `ya la usa otro proceso de Vigía (servidor, proceso ${process.pid})`,
    );
    expect(lockHolder(folder)).toMatchObject({ pid: process.pid, purpose: 'servidor' });
    lock.release();
    expect(lockHolder(folder)).toBeNull();
    takeAppLock(folder, 'importación').release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is acquired although a killed process left the lock file', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    leave({ pid, started: processStartToken(pid), purpose: 'servidor' });
    expect(() => takeAppLock(folder, 'servidor')).toThrow(`proceso ${pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    takeAppLock(folder, 'servidor').release();
  });

  it('is acquired if another program has the process id in the lock file', () => {
    leave({ pid: process.pid, started: 'an earlier boot:1', purpose: 'servidor' });
    expect(takeAppLock(folder, 'servidor')).toBeDefined();
  });

  it.each(['', 'not json', '{"pid":"x"}'])('is acquired if the lock file is invalid: %j', (text) => {
    leave(text);
    expect(takeAppLock(folder, 'servidor')).toBeDefined();
  });

  it('is not removed by a process that does not hold it', () => {
    const lock = takeAppLock(folder, 'servidor');
    leave({ pid: process.ppid, started: processStartToken(process.ppid), purpose: 'otro' });
    lock.release();
    expect(lockHolder(folder)).toMatchObject({ purpose: 'otro' });
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runWatched } from './watched-run.mjs';

const LIMITS = { quietMs: 60_000, totalMs: 60_000 };

/**
 * Returns a script that starts a grandchild process and then executes `next`. The grandchild has its own session and
 * ignores SIGTERM, as a database or a browser may do.
 */
const parentOf = (pidFile: string, next: string): string => `
  const { spawn } = require('node:child_process');
  const { existsSync } = require('node:fs');
  const code = "process.on('SIGTERM', () => {}); require('node:fs').writeFileSync(process.argv[1], String(process.pid)); setInterval(() => {}, 1000)";
  spawn(process.execPath, ['-e', code, ${JSON.stringify(pidFile)}], { detached: true, stdio: 'inherit' }).unref();
  const ready = setInterval(() => {
    if (!existsSync(${JSON.stringify(pidFile)})) return;
    clearInterval(ready);
    ${next}
  }, 20);
`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

describe.skipIf(process.platform !== 'linux')('runWatched, which runs a command with time limits,', () => {
  let folder: string;
  let pidFile: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-watched-'));
    pidFile = join(folder, 'pid');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (next: string, limits: Partial<Parameters<typeof runWatched>[2]> = {}) => {
    const script = join(folder, 'parent.cjs');
    writeFileSync(script, parentOf(pidFile, next));
    return runWatched([script], {}, { ...LIMITS, graceMs: 200, ...limits });
  };
  /** Waits until the grandchild process has ended. The kernel lists a killed process until its memory is free. */
  const expectGrandchildToEnd = async (): Promise<void> => {
    await expect.poll(() => existsSync(pidFile) && isRunning(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
  };

  it('returns the exit code and the output, and stops a grandchild process that the script left running', async () => {
    expect(await run('console.log("done"); process.exit(3)')).toEqual({ code: 3, output: 'done\n' });
    await expectGrandchildToEnd();
  });

  it('stops a script that writes no output for the allowed time, with all processes that it started', async () => {
    const { code, output } = await run('setInterval(() => {}, 1000)', { quietMs: 3_000 });
    expect(code).toBeNull();
    expect(output).toMatch(/no output for 3 s/);
    await expectGrandchildToEnd();
  });

  it('stops a script after the allowed total time, even if it still writes output', async () => {
    const { code, output } = await run('setInterval(() => console.log("busy"), 50)', { totalMs: 5_000 });
    expect(code).toBeNull();
    expect(output).toMatch(/not finished after 5 s/);
    await expectGrandchildToEnd();
  });

  it('stops a script when the signal aborts', async () => {
    const { code, output } = await run('setInterval(() => {}, 1000)', { signal: AbortSignal.timeout(3_000) });
    expect(code).toBeNull();
    expect(output).toMatch(/interrupted/);
    await expectGrandchildToEnd();
  });
});

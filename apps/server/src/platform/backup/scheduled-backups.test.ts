import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '@vigia/testkit';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSingleProcessCluster } from '../cluster/single-process-cluster.ts';
import { createLogger } from '../logging/logger.ts';
import { StartupError } from '../startup-error.ts';
import { type FailedBackup, ScheduledBackups } from './scheduled-backups.ts';

const HOUR_MS = 3_600_000;
/** 28 November 2026, 01:00 UTC. */
const START_MS = Date.UTC(2026, 10, 28, 1);
const FIRST = 'vigia-2026-11-28T01-00-00Z.age';

describe('scheduled backups', () => {
  const log = createLogger('silent');
  const warned = vi.spyOn(log, 'warn');
  let folder: string;
  let clock: ManualClock;
  let registry: Registry;
  let backups: ScheduledBackups;
  const report = vi.fn<(failed: FailedBackup) => Promise<void>>(async () => undefined);
  const take = vi.fn<(file: string, signal: AbortSignal) => Promise<unknown>>();

  const create = () =>
    new ScheduledBackups({
      cluster: createSingleProcessCluster(log),
      clock,
      log,
      registry,
      folder,
      kept: 3,
      take,
      report,
    });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-backups-'));
    clock = new ManualClock(START_MS);
    registry = new Registry();
    for (const mock of [warned, report]) mock.mockClear();
    take.mockReset().mockImplementation(async (file) => writeFileSync(file, ''));
    backups = create();
    backups.start();
  });
  afterEach(async () => {
    await backups.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const files = () => readdirSync(folder).toSorted();
  const lastSuccess = async () =>
    (await registry.getSingleMetric('vigia_backup_last_success_seconds')?.get())?.values[0]?.value;
  async function pass(hours: number): Promise<void> {
    clock.advance(hours * HOUR_MS);
    await backups.tick();
  }

  it('begin at the first start, and then run once a day from two in the morning on', async () => {
    await backups.tick();
    expect(files()).toEqual([FIRST]);
    expect(await lastSuccess()).toBe(START_MS / 1_000);
    await pass(1);
    expect(files()).toEqual([FIRST, 'vigia-2026-11-28T02-00-00Z.age']);
    await pass(23);
    expect(files()).toHaveLength(2);
    await pass(1);
    expect(files()).toHaveLength(3);
    expect(warned).not.toHaveBeenCalled();
  });

  it('do not run at a restart if the backup of today exists', async () => {
    await pass(2);
    await backups.stop();
    take.mockClear();
    registry = new Registry();
    backups = create();
    backups.start();
    await backups.tick();
    expect(take).not.toHaveBeenCalled();
    expect(await lastSuccess()).toBe((START_MS + 2 * HOUR_MS) / 1_000);
  });

  it('delete the oldest backup only after a new one is complete, and delete no other file', async () => {
    writeFileSync(join(folder, 'vigia-notas.txt'), '');
    for (let day = 0; day < 5; day += 1) await pass(24);
    const kept = files();
    expect(kept.filter((name) => name.endsWith('.age'))).toHaveLength(3);
    expect(kept).toContain('vigia-notas.txt');
    take.mockRejectedValue(new StartupError('no queda espacio en el disco'));
    for (let day = 0; day < 5; day += 1) await pass(24);
    expect(files()).toEqual(kept);
  });

  it('report a failure with its reason, and run again', async () => {
    await backups.tick();
    take.mockRejectedValueOnce(new StartupError('no queda espacio en el disco'));
    await pass(2);
    expect(report).toHaveBeenCalledWith({
      reason: 'no queda espacio en el disco',
      folder,
      atMs: START_MS + 2 * HOUR_MS,
    });
    expect(warned).toHaveBeenCalledTimes(1);
    expect(await lastSuccess()).toBe(START_MS / 1_000);
    await backups.tick();
    expect(files()).toHaveLength(2);
  });

  it('report a folder that cannot be read', async () => {
    await backups.tick();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file');
    take.mockClear();
    await backups.tick();
    expect(take).not.toHaveBeenCalled();
    expect(report).toHaveBeenCalledWith(expect.objectContaining({ reason: expect.stringContaining('ENOTDIR') }));
  });

  it('delete the draft that a killed process left', async () => {
    await backups.tick();
    const draft = join(folder, `${FIRST}.incompleta`);
    writeFileSync(draft, '');
    await pass(24);
    expect(existsSync(draft)).toBe(false);
  });

  it('end a running backup at a stop, without a report', async () => {
    await backups.tick();
    take.mockImplementationOnce(
      (_file, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut')))),
    );
    clock.advance(24 * HOUR_MS);
    await expect.poll(() => take.mock.calls.length).toBe(2);
    await backups.stop();
    expect(take.mock.calls.at(-1)?.[1].aborted).toBe(true);
    expect(report).not.toHaveBeenCalled();
    expect(warned).not.toHaveBeenCalled();
  });
});

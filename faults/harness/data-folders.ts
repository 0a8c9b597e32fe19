import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmaster } from './postmaster.ts';
import { Server, type ServerLaunch } from './server.ts';

/** The server's time when the template data folder is created. */
const MADE_AT_MS = Date.parse('2026-11-18T13:00:00.000Z');

/** A template data folder with a database schema and one day of price history. Every run starts with a copy of it. */
export class DataFolders {
  readonly madeAtMs = MADE_AT_MS;
  readonly root: string;
  readonly #made: string;

  private constructor(root: string) {
    this.root = root;
    this.#made = join(root, 'made');
  }

  static async make(launch: ServerLaunch): Promise<DataFolders> {
    const folders = new DataFolders(mkdtempSync(join(tmpdir(), 'vigia-faults-')));
    const server = await Server.start(launch, { dataFolder: folders.#made, startMs: MADE_AT_MS, port: 0 });
    await server.leap(5_000);
    await server.stop();
    return folders;
  }

  /** Copies the template to a new folder with this name, and returns the path. */
  copy(name: string): string {
    const folder = join(this.root, name);
    cpSync(this.#made, folder, { recursive: true });
    return folder;
  }

  get template(): string {
    return this.#made;
  }

  /** Stops a database that still runs on this folder, and removes the folder. */
  remove(folder: string): void {
    const postmaster = readPostmaster(folder);
    if (postmaster !== null) spawnSync('kill', ['-QUIT', String(postmaster.pid)]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  removeAll(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAME = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';

/**
 * Returns the path of the NATS server on this machine: the one in NATS_SERVER, or the installed one. Returns null if
 * there is none.
 */
export function findNatsServer(): string | null {
  const named = process.env['NATS_SERVER'];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  const places = named ? [named] : folders.filter((folder) => folder !== '').map((folder) => join(folder, NAME));
  return places.find((place) => existsSync(place)) ?? null;
}

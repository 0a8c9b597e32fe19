import { errorCode } from '../startup-error.ts';

const DISK_FULL = '53100';

const CONNECTION_FAULTS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  // The server is shutting down, has crashed, is starting up, or has no connection left.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It has ended a connection that stood still.
  '25P03',
  '57P05',
]);

/** Whether an error means that the database cannot be reached now, as opposed to a statement it refused. */
export function isConnectionFault(error: unknown): boolean {
  const code = errorCode(error);
  // A unix socket that is gone answers ENOENT, as a missing file would: the failed call tells them apart.
  const isSocketGone = code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return CONNECTION_FAULTS.has(code) || code.startsWith('08') || isSocketGone;
}

const CUTS = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '25P03', '57P05']);

/** Whether a connection that stood was cut; whether the database can be reached is another question. */
export const isConnectionCut = (error: unknown): boolean => CUTS.has(errorCode(error));

/** A statement that took too long, one that waited too long for a lock or for a connection, and a disk without room. */
const PASSING = new Set(['57014', '55P03', 'DATABASE_BUSY', DISK_FULL]);

/** Whether the same may succeed later: the database cannot be reached, is too busy, or has no room now. */
export const isPassingFault = (error: unknown): boolean => isConnectionFault(error) || PASSING.has(errorCode(error));

export const isDiskFull = (error: unknown): boolean => errorCode(error) === DISK_FULL;

import pg from 'pg';
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
  // These codes come from a server that shuts down, has crashed, starts up, or has no free connection.
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // This code means that the server ended an idle transaction.
  '25P03',
  '57P05',
]);

/** Returns true if PostgreSQL responded and refused a statement. */
export const isDatabaseError = (error: unknown): error is pg.DatabaseError => error instanceof pg.DatabaseError;

/** Returns true if the database is unreachable now; false for a refused statement. */
export function isConnectionFault(error: unknown): boolean {
  const code = errorCode(error);
  return CONNECTION_FAULTS.has(code) || code.startsWith('08') || isUnreachable(error);
}

/**
 * Returns true if the system could not open a connection. The unix socket is missing (ENOENT), the server accepts no
 * further connection (EAGAIN), or the host is unknown or unreachable. Errors of files have the same codes, but another
 * failed call.
 */
const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');

const CUTS = new Set(['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '25P03', '57P05']);

/** Returns true if an open connection was cut. The database itself may still be reachable. */
export const isConnectionCut = (error: unknown): boolean => CUTS.has(errorCode(error));

/**
 * Codes of temporary faults: a statement timeout, a wait for a lock or connection that was too long, or a full disk.
 */
const PASSING = new Set(['57014', '55P03', 'DATABASE_BUSY', DISK_FULL]);

/** Returns true if a retry may succeed, because the database is unreachable, too busy, or out of disk space now. */
export const isTransientFault = (error: unknown): boolean => isConnectionFault(error) || PASSING.has(errorCode(error));

export const isDiskFull = (error: unknown): boolean => errorCode(error) === DISK_FULL;

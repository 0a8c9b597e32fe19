import { errorCode } from '../startup-error.ts';

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
]);

/** Whether an error means that the database cannot be reached now, as opposed to a statement it refused. */
export function isConnectionFault(error: unknown): boolean {
  const code = errorCode(error);
  // A unix socket that is gone answers ENOENT, as a missing file would: the failed call tells them apart.
  const isSocketGone = code === 'ENOENT' && error instanceof Error && 'syscall' in error && error.syscall === 'connect';
  return CONNECTION_FAULTS.has(code) || code.startsWith('08') || isSocketGone;
}

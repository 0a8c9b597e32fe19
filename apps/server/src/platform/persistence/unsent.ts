import { isConnectionCut } from './connection-fault.ts';
import type { DriverQuery } from './driver-query.ts';

/**
 * A statement that was refused before it was sent is handed over again, at most so many times.
 *
 * The driver (3.4.9) keeps what a connection was told as it was cut, and refuses the first statement of the connection that
 * takes its place with that, however much later (`ErrorResponse` sets `errorResponse`, `closed` leaves it there, and the new
 * connection's first `ReadyForQuery` passes it on).
 * @param times as many as there are connections: each may have been told so
 */
export function sendAgainIfUnsent(query: DriverQuery, times: number): void {
  const send = query.handler;
  const reject = query.reject;
  let left = times;
  query.reject = (error) => {
    if (query.state !== null || left === 0 || !isConnectionCut(error)) return reject(error);
    left -= 1;
    send(query);
  };
}

import { Socket } from 'node:net';

type Target = { readonly path: string | false; readonly host: readonly string[]; readonly port: readonly number[] };

/**
 * A socket that tells of its end only after everything that waits to be written has been written.
 *
 * The driver (3.4.9) gathers small writes until the end of the turn; if the connection closes in between, it never writes on
 * that connection again, nor on those that take its place.
 */
class PatientSocket extends Socket {
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event !== 'close') return super.emit(event, ...args);
    setImmediate(() => super.emit(event, ...args));
    return true;
  }
}

/** Opens the driver's sockets; what goes wrong on the way comes as their `error`. */
export function openSocket({ path, host, port }: Target): Socket {
  const socket = new PatientSocket();
  const [address = 'localhost'] = host;
  return path === false
    ? Object.assign(socket.connect(port[0] ?? 5_432, address), { host: address })
    : socket.connect(path);
}

import { createServer } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import { errorCode, errorText, StartupError } from '#platform/startup-error.ts';

type Address = Pick<Config, 'port' | 'host'>;

/**
 * Checks that the server can listen on its port.
 * @throws StartupError if it cannot
 */
export async function assertPortFree(address: Address): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer().once('error', reject);
      probe.listen(address.port, address.host, () => probe.close(() => resolve()));
    });
  } catch (cause) {
    throw listenError(cause, address);
  }
}

/** Returns an error with the reason why the server cannot listen, and the remedy. */
export function listenError(cause: unknown, { port, host }: Address): StartupError {
  return new StartupError(sentence(cause, port, host), { cause });
}

function sentence(error: unknown, port: number, host: string): string {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return `El puerto ${port} ya está ocupado en ${host}: cierra el programa que lo usa o elige otro con PORT.`;
    case 'EACCES':
      return `El sistema no permite usar el puerto ${port}: elige otro por encima de 1023 con PORT.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST=${host} no es una dirección de esta máquina: usa 127.0.0.1 o la dirección correcta.`;
    default:
      return `No se pudo abrir el puerto ${port} en ${host}: ${errorText(error)}.`;
  }
}

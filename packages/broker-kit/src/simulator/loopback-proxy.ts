import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy on 127.0.0.1 that opens tunnels (CONNECT) and counts them. It serves no other request. */
export interface LoopbackProxy {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** `host:port` of every requested tunnel, in order. */
  readonly tunnels: readonly string[];
  /** True while the proxy accepts requests and does not answer them. */
  isSilent: boolean;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** @param login `user:password` that the proxy requires; null if it requires none */
export async function openLoopbackProxy(login: string | null = null): Promise<LoopbackProxy> {
  const tunnels: string[] = [];
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => response.writeHead(405).end('only CONNECT'));
  server.on('connection', (socket: Duplex) => open.add(socket.once('close', () => open.delete(socket))));
  server.on('connect', (request, socket, head) => {
    const target = request.url ?? '';
    tunnels.push(target);
    if (proxy.isSilent) return;
    socket.on('error', () => undefined);
    if (login !== null && request.headers['proxy-authorization'] !== `Basic ${Buffer.from(login).toString('base64')}`)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 9\r\n\r\ncloudflare');
    const { hostname, port } = new URL(`http://${target}`);
    const out = connect(Number(port || 80), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      out.write(head);
      out.pipe(socket).pipe(out);
    });
    out.on('error', () => socket.destroy());
    socket.once('close', () => out.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy: LoopbackProxy = {
    origin: `http://${HOST}:${port}`,
    tunnels,
    isSilent: false,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
  return proxy;
}

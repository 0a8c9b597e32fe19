import type { SocketListener, StreamSocket } from './stream-client.ts';

/** A browser WebSocket as the stream client wants it: silent once closed from this side. */
export function openBrowserSocket(listener: SocketListener): StreamSocket {
  const socket = new WebSocket(`${window.location.origin.replace('http', 'ws')}/api/v1/stream`);
  socket.addEventListener('open', listener.opened);
  const closed = ({ code }: CloseEvent) => listener.closed(code);
  socket.addEventListener('close', closed);
  socket.addEventListener('message', (message) => listener.heard(message.data));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      socket.removeEventListener('close', closed);
      socket.close();
    },
  };
}

import type { SocketListener, StreamSocket } from './stream-client.ts';

/**
 * Adapts a browser WebSocket to the interface of the stream client. After the client itself has closed the socket, it
 * emits no events.
 */
export function openBrowserSocket(listener: SocketListener): StreamSocket {
  const socket = new WebSocket(`${window.location.origin.replace('http', 'ws')}/api/v1/stream`);
  socket.addEventListener('open', listener.opened);
  const closed = ({ code }: CloseEvent) => listener.closed(code);
  socket.addEventListener('close', closed);
  socket.addEventListener('message', (message) => listener.received(message.data));
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

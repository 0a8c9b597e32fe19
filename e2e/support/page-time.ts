import type { Page } from '@playwright/test';

/**
 * Returns a function that waits until the page knows the server's time again: every five seconds the stream answers a
 * ping with it. A test whose server has leaped calls it before an order, because the page dates its orders.
 */
export function pageTime(page: Page): () => Promise<void> {
  let onPong = (): void => undefined;
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes('"pong"')) onPong();
    }),
  );
  return () =>
    new Promise((resolve) => {
      onPong = resolve;
    });
}

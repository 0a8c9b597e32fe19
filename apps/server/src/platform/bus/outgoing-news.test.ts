import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { OutgoingNews } from './outgoing-news.ts';

/** A link that is there or away as the test says. */
class FakeLink {
  isThere = true;
  reconnections = 0;
  readonly sent: string[] = [];
  connected: () => void = () => undefined;

  send(subject: string, payload: string): boolean {
    if (this.isThere) this.sent.push(`${subject} ${payload}`);
    return this.isThere;
  }

  onConnected(handler: () => void) {
    this.connected = handler;
    return () => undefined;
  }
}

const open = (log = createLogger('silent')) => {
  const link = new FakeLink();
  return { link, news: new OutgoingNews(link, 'lost', log) };
};

describe('news on their way out', () => {
  it('go out as JSON', () => {
    const { link, news } = open();
    link.connected();
    news.send('to', { n: 1 });
    expect(link.sent).toEqual(['to {"n":1}']);
  });

  it('are told to be lost before anything else, where one could not be sent', () => {
    const { link, news } = open();
    link.isThere = false;
    news.send('to', 1);
    news.send('to', 2);
    link.isThere = true;
    news.send('to', 3);
    news.send('to', 4);
    expect(link.sent).toEqual(['lost ', 'to 3', 'to 4']);
  });

  it('are told to be lost after every further connection, for some may have been on their way', () => {
    const { link } = open();
    link.reconnections = 1;
    link.connected();
    expect(link.sent).toEqual(['lost ']);
  });

  it('that are no plain data are logged and stay', () => {
    let text = '';
    const { link, news } = open(createLogger('error', { write: (line) => void (text += line) }));
    news.send('to', 1n);
    news.send('to', 2);
    expect(link.sent).toEqual(['to 2']);
    expect(text).toContain('no plain data');
  });
});

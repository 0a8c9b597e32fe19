import { describe, expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { OutgoingEvents } from './outgoing-events.ts';

/** A fake link that the test connects and disconnects. */
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
  return { link, events: new OutgoingEvents(link, 'lost', log) };
};

describe('OutgoingEvents', () => {
  it('sends events as JSON', () => {
    const { link, events } = open();
    link.connected();
    events.send('to', { n: 1 });
    expect(link.sent).toEqual(['to {"n":1}']);
  });

  it('reports lost events before the next event if an event could not be sent', () => {
    const { link, events } = open();
    link.isThere = false;
    events.send('to', 1);
    events.send('to', 2);
    link.isThere = true;
    events.send('to', 3);
    events.send('to', 4);
    expect(link.sent).toEqual(['lost ', 'to 3', 'to 4']);
  });

  it('reports lost events after every reconnect, because unconfirmed events may be lost', () => {
    const { link } = open();
    link.reconnections = 1;
    link.connected();
    expect(link.sent).toEqual(['lost ']);
  });

  it('logs an event that is not plain data, and does not send it', () => {
    let text = '';
    const { link, events } = open(createLogger('error', { write: (line) => void (text += line) }));
    events.send('to', 1n);
    events.send('to', 2);
    expect(link.sent).toEqual(['to 2']);
    expect(text).toContain('no plain data');
  });
});

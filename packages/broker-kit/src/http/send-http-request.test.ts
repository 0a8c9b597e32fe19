import { ClockDriver } from '@vigia/testkit/conformance';
import { afterEach, describe, expect, it } from 'vitest';
import { type HttpReply, type HttpRequest, type Loopback, listenOnLoopback } from '#simulator/index.ts';
import { sendHttpRequest } from './send-http-request.ts';

let door: Loopback | null = null;

afterEach(async () => {
  await door?.stop();
});

async function answering(reply: (request: HttpRequest) => HttpReply | null) {
  door = await listenOnLoopback({ onRequest: reply, onUpgrade: () => ({ refuse: { status: 404, body: '' } }) });
  return { origin: door.httpOrigin, drive: new ClockDriver(0) };
}

describe('an HTTP request', () => {
  it('returns the response of any status, including a redirect, which is not followed', async () => {
    const { origin, drive } = await answering(({ method, body, url }) => ({
      status: 302,
      headers: { location: `${url.pathname}/again`, 'set-cookie': ['a=1', 'b=2'] },
      body: `${method} ${body}`,
    }));
    const asked = sendHttpRequest(drive.clock, { method: 'POST', url: `${origin}/x`, body: 'hi' });
    const answer = await drive.settled('an answer', asked);
    if (!answer.ok) throw new Error(answer.error.detail);
    expect([answer.value.status, answer.value.body]).toEqual([302, 'POST hi']);
    expect(answer.value.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('fails if the connection is lost or the response is too large, without its URL in the fault', async () => {
    const { origin, drive } = await answering(({ url }) => {
      if (url.pathname === '/cut') return null;
      return { status: 200, body: 'x'.repeat(2_000) };
    });
    const url = `${origin}/cut?otp=secret`;
    const cut = await drive.settled('a fault', sendHttpRequest(drive.clock, { method: 'GET', url }));
    expect(cut).toMatchObject({ ok: false, error: { kind: 'network' } });
    expect(JSON.stringify(cut)).not.toContain('secret');
    const long = sendHttpRequest(drive.clock, { method: 'GET', url: origin, maxBytes: 1_999 });
    expect(await drive.settled('a fault', long)).toMatchObject({ ok: false, error: { kind: 'unknown' } });
    const fits = sendHttpRequest(drive.clock, { method: 'GET', url: origin, maxBytes: 2_000 });
    expect(await drive.settled('an answer', fits)).toMatchObject({ ok: true });
  });
});

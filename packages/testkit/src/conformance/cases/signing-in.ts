import { expect } from 'vitest';
import type { ConformanceOptions } from '../options.ts';
import { testWithStage } from '../stage.ts';

/** Tests the steps from credentials to a connected session. */
export function describeSigningIn(options: ConformanceOptions): void {
  const { credentials, supports, symbol, durationS } = options;

  testWithStage(
    options,
    'connects, and reports accounts, assets and the offset of the broker’s clock',
    async (stage) => {
      const { session, listener } = await stage.connected(1);
      expect(session.state()).toEqual({ status: 'connected' });
      expect(listener.states.at(-1)).toEqual({ status: 'connected' });
      const published = session
        .accounts()
        .map(({ kind, currency, balanceMinor }) => ({ kind, currency, balanceMinor }));
      const booked = stage.simulator.book
        .accountsOf(credentials.login(1))
        .map(({ kind, currency, balanceMinor }) => ({ kind, currency, balanceMinor }));
      expect(new Set(published)).toEqual(new Set(booked));
      const asset = session.assets().find((one) => one.symbol === symbol);
      expect(asset).toMatchObject({ isOpen: true });
      if (asset?.durationsS.length) expect(asset.durationsS).toContain(durationS);
      await stage.drive.until('the clock’s offset', () => session.time().offsetMs !== null, 60_000);
      expect(Math.abs(session.time().offsetMs ?? Infinity)).toBeLessThanOrEqual(1_500);
    },
  );

  testWithStage(
    options,
    'fails without a retry on wrong credentials, with a fault that the user must fix',
    async (stage) => {
      const { session, listener } = stage.open(credentials.wrong);
      const connected = await stage.drive.settled('connect', session.connect());
      expect(connected).toMatchObject({
        ok: false,
        error: { kind: expect.stringMatching(/^(auth_invalid|session_expired)$/) },
      });
      await stage.drive.advance(120_000);
      expect(session.state().status).toBe('failed');
      expect(listener.states.map(({ status }) => status)).not.toContain('connected');
    },
  );

  testWithStage(options, 'reports an unreachable broker, and does not retry by itself', async (stage) => {
    await stage.simulator.stop();
    const { session } = stage.open(1);
    const connected = await stage.drive.settled('connect', session.connect());
    expect(connected).toMatchObject({ ok: false, error: { kind: 'network' } });
    await stage.simulator.restart();
    await stage.drive.advance(60_000);
    expect(session.state()).toMatchObject({ status: 'failed', fault: { kind: 'network' } });
  });

  if (supports.code) {
    testWithStage(
      options,
      'asks for the code that the broker sends to the user, and connects with this code',
      async (stage) => {
        stage.simulator.script.asksForCode = true;
        const { session } = stage.open(1);
        const connected = await stage.drive.settled('connect', session.connect());
        expect(connected).toMatchObject({ ok: false, error: { kind: 'auth_2fa_required' } });
        expect(session.state()).toMatchObject({ status: 'failed', fault: { kind: 'auth_2fa_required' } });
        const answered = await stage.drive.settled('the code', session.answerCode(stage.simulator.script.code));
        expect(answered).toEqual({ ok: true, value: null });
        expect(session.state()).toEqual({ status: 'connected' });
      },
    );

    testWithStage(options, 'does not connect with a wrong code', async (stage) => {
      stage.simulator.script.asksForCode = true;
      const { session, listener } = stage.open(1);
      await stage.drive.settled('connect', session.connect());
      const answered = await stage.drive.settled('the code', session.answerCode('000000'));
      expect(answered).toMatchObject({
        ok: false,
        error: { kind: expect.stringMatching(/^auth_(invalid|2fa_required)$/) },
      });
      expect(listener.states.map(({ status }) => status)).not.toContain('connected');
    });
  }

  if (supports.challenge) {
    testWithStage(
      options,
      'distinguishes a bot-protection challenge from a wrong password, and does not try to solve the challenge',
      async (stage) => {
        stage.simulator.script.nextLogins({ kind: 'challenge' });
        const { session } = stage.open(1);
        const connected = await stage.drive.settled('connect', session.connect());
        expect(connected).toMatchObject({ ok: false, error: { kind: 'auth_challenge' } });
        await stage.drive.advance(60_000);
        expect(session.state()).toMatchObject({ status: 'failed', fault: { kind: 'auth_challenge' } });
      },
    );
  }

  if (supports.loginLimit) {
    testWithStage(options, 'reports how long to wait after too many sign-ins', async (stage) => {
      stage.simulator.script.nextLogins({ kind: 'rate_limited', retryAfterMs: 90_000 });
      const { session } = stage.open(1);
      const connected = await stage.drive.settled('connect', session.connect());
      expect(connected).toMatchObject({ ok: false, error: { kind: 'auth_rate_limited', retryAfterMs: 90_000 } });
    });
  }

  if (supports.resume) {
    testWithStage(options, 'resumes an earlier session without a new sign-in', async (stage) => {
      const first = await stage.connected(1);
      const secret = first.listener.resumable();
      expect(secret).not.toBeNull();
      await stage.drive.settled('close', first.session.close('keep'));
      // The next sign-in gets a challenge page, so only a resumed session can connect.
      stage.simulator.script.nextLogins({ kind: 'challenge' });
      const second = await stage.connected(1, secret);
      expect(second.session.state()).toEqual({ status: 'connected' });
    });

    testWithStage(options, 'signs out at the broker if the session is closed with `forget`', async (stage) => {
      const first = await stage.connected(1);
      const secret = first.listener.resumable();
      await stage.drive.settled('close', first.session.close('forget'));
      stage.simulator.script.nextLogins({ kind: 'challenge' });
      const { session } = stage.open(1, secret);
      const connected = await stage.drive.settled('connect', session.connect());
      expect(connected.ok).toBe(false);
    });
  }
}

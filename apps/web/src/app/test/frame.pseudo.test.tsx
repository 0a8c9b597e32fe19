import { fireEvent, screen } from '@testing-library/react';
import { NOTIFICATION_TOPICS, NotificationView, type StreamEvent } from '@vigia/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notificationMessages } from '#features/notifications/messages.es.ts';
import { rememberRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { STALE_AFTER_MS } from '#shared/lib/stream-client.ts';
import { type ModalName, useUi } from '#shared/lib/ui-store.ts';
import { sampleOf } from '#shared/test/sample-of.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { CrashScreen } from '../crash-screen.tsx';
import { recoveryCodeMessages } from '../layout/recovery-code.es.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { UpdateOffer } from '../update/update-prompt.tsx';
import { DEMO_AUTH, PseudoVisit, SIGNED_IN_AUTH, SIGNED_OUT_AUTH } from './pseudo-visit.tsx';

/** Path of a page that has the main layout and little content. */
const QUIET_PAGE = '/metrics';
const OVER_THE_APP: readonly ModalName[] = ['strategyForm', 'tradeForm', 'settings', 'account', 'resetBalance'];

afterEach(PseudoVisit.leave);

async function openModal(modal: ModalName, path = QUIET_PAGE): Promise<PseudoVisit> {
  const visit = await PseudoVisit.at(path);
  useUi.getState().openModal(modal);
  await visit.settle();
  expect(document.querySelector('[role=dialog]')).not.toBeNull();
  return visit;
}

describe('each modal of the main layout', () => {
  it.each(OVER_THE_APP)('shows only texts from message files: %s', async (modal) => {
    const visit = await openModal(modal);
    await visit.pressEverything();
    expect(visit.untranslated()).toEqual([]);
  });

  it.each<ModalName>(['login', 'register'])(
    'shows only texts from message files on the landing page: %s',
    async (modal) => {
      const visit = await openModal(modal, '/');
      await visit.pressEverything();
      expect(visit.untranslated()).toEqual([]);
    },
  );

  it('shows only texts from message files when an anonymous demo user signs out', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE, { auth: DEMO_AUTH });
    useUi.getState().openModal('leaveDemo');
    await visit.settle();
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
    expect(visit.untranslated()).toEqual([]);
  });
});

describe('the main layout', () => {
  it.each([false, true])('shows only texts from message files (phone: %s)', async (phone) => {
    const visit = await PseudoVisit.at(QUIET_PAGE, { phone });
    await visit.pressEverything({ within: 'header' });
    await visit.pressEverything({ within: 'nav' });
    expect(visit.untranslated()).toEqual([]);
  });

  it('takes all texts of the command palette from message files, with and without results', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await visit.settle();
    const input = document.querySelector<HTMLInputElement>('[role=combobox]');
    expect(input).not.toBeNull();
    if (input) visit.type(input, '1234567890');
    await visit.settle();
    expect(visit.untranslated()).toEqual([]);
  });

  it('takes all texts of toasts and notifications of every kind from message files', async () => {
    const { choose } = useNoticeSettings.getState();
    for (const topic of NOTIFICATION_TOPICS) choose(topic, 'screen', true);
    const visit = await PseudoVisit.at(QUIET_PAGE);
    for (const event of news()) {
      visit.emit(event);
      await visit.settle();
      expect(visit.untranslated()).toEqual([]);
    }
    expect(document.querySelectorAll('[data-sonner-toast]').length).toBeGreaterThan(0);
    await visit.press(screen.getByRole('button', { name: notificationMessages.unread('1') }));
    const items = screen.getByRole('dialog', { name: notificationMessages.title }).querySelectorAll('li');
    expect(items.length).toBeGreaterThan(0);
    expect(visit.untranslated()).toEqual([]);
  });

  it('takes all texts about connection problems from message files', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE);
    visit.emit({
      type: 'feed',
      state: 'stale',
      source: 'simulated',
      stale_symbols: [],
      server_time: new Date(Date.now()).toISOString(),
    });
    await visit.settle();
    visit.stream.breakOff();
    vi.setSystemTime(Date.now() + STALE_AFTER_MS * 2);
    await vi.waitFor(() => expect(document.querySelector('[data-testid=connection-banner]')).not.toBeNull(), 3_000);
    await visit.settle();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    await visit.settle();
    vi.restoreAllMocks();
    window.dispatchEvent(new Event('online'));
    expect(visit.untranslated()).toEqual([]);
  });

  it('takes all texts of the reality check and of the recovery-code notice from message files', async () => {
    rememberRecoveryCodeUsed();
    const visit = await PseudoVisit.at(QUIET_PAGE);
    visit.emit({
      type: 'automation',
      automation: {
        stopped_at: null,
        running: 1,
        reality_check: {
          since: AN_HOUR_AGO,
          due_at: AN_HOUR_AGO,
          is_due: true,
          trades: 3,
          results: [
            { purse: { kind: 'mock', currency: 'USD' }, trades: 1, net_result: -7 },
            { purse: { kind: 'demo', currency: 'EUR' }, trades: 2, net_result: 3.4 },
          ],
        },
      },
    });
    await visit.settle();
    expect(screen.getByRole('dialog').getAttribute('aria-modal')).toBe('false');
    await visit.pressEverything();
    expect(screen.getByText(recoveryCodeMessages.text)).toBeDefined();
    expect(visit.untranslated()).toEqual([]);
  });
});

const AN_HOUR_AGO = '2026-11-21T13:30:00.000Z';

describe('each screen outside of the main layout', () => {
  it('shows only texts from message files after a crash, while loading and in the update prompt', async () => {
    const visit = await PseudoVisit.at('/login');
    await visit.show(<CrashScreen error={new Error('500')} />);
    await visit.show(<LoadingScreen />);
    await visit.show(<UpdateOffer isReady accept={() => {}} />);
    await visit.pressEverything({ within: 'body' });
    expect(visit.untranslated()).toEqual([]);
  });

  it.each([
    ['while the session is loading', { ...SIGNED_OUT, loading: true }],
    ['after the session could not be loaded', { ...SIGNED_OUT, error: new Error('500') }],
    ['to a user who must set a password', { ...SIGNED_IN_AUTH, isPasswordDue: true, cameByRecovery: true }],
    ['to a user who must pass the second factor', { ...SIGNED_IN_AUTH, needsSecondFactor: true }],
  ])('shows only texts from message files %s', async (_who, auth) => {
    const visit = await PseudoVisit.at('/dashboard', { auth });
    await visit.fillIn();
    await visit.pressEverything({ within: 'body' });
    expect(visit.untranslated()).toEqual([]);
  });

  it.each(['/login', '/register', '/forgot-password', '/reset-password', '/verify-email'])(
    'shows only texts from message files after a form on %s is submitted',
    async (path) => {
      const visit = await PseudoVisit.at(path, { auth: SIGNED_OUT_AUTH });
      await visit.pressEverything();
      await visit.fillIn();
      await visit.pressEverything();
      await visit.fillIn();
      expect(visit.untranslated()).toEqual([]);
    },
  );
});

/** Returns the event of a notification of each kind, and of each result of a trade. */
function news(): readonly StreamEvent[] {
  const kinds = NotificationView.options.map((option) => option.parse(sampleOf(option)));
  const [won] = kinds;
  const results = (['lost', 'expired', 'cancelled'] as const).map((status) => ({ ...won, status }));
  const others = [{ is_sold: true }, { is_unclear: true }].map((change) => ({
    ...won,
    status: 'cancelled',
    ...change,
  }));
  return [...kinds, ...results, ...others].map((each, index) => ({
    type: 'notification_created',
    notification: NotificationView.parse({ ...each, id: index + 2 }),
    unread: 1,
  }));
}

import { act, fireEvent, screen } from '@testing-library/react';
import { BrokerView, Option, PcrSignalView, StrategySignalView, StreamEvent } from '@vigia/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { notificationMessages } from '#features/notifications/messages.es.ts';
import { notify } from '#features/notifications/notify.ts';
import { noteRecoveryCodeUsed } from '#shared/auth/recovery-code-used.ts';
import { badgeText, useNotifications } from '#shared/lib/notifications-store.ts';
import { STALE_AFTER_MS } from '#shared/lib/stream-client.ts';
import { type ModalName, useUi } from '#shared/lib/ui-store.ts';
import { sampleOf } from '#shared/test/sample-of.ts';
import { SIGNED_OUT } from '#shared/test/signed-out.ts';
import { CrashScreen } from '../crash-screen.tsx';
import { brokerNotification } from '../layout/news.ts';
import { LoadingScreen } from '../loading-screen.tsx';
import { appMessages } from '../messages.es.ts';
import { UpdateOffer } from '../update/update-prompt.tsx';
import { DEMO, PseudoVisit, SIGNED_IN, VISITOR } from './pseudo-visit.tsx';

/** A page of the main layout with little content. */
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

describe('modals', () => {
  it.each(OVER_THE_APP)('show only texts from message files: %s', async (modal) => {
    const visit = await openModal(modal);
    await visit.pressEverything();
    expect(visit.strangers()).toEqual([]);
  });

  it.each<ModalName>(['login', 'register'])('show no text that is not from a message file: %s', async (modal) => {
    const visit = await openModal(modal, '/');
    await visit.pressEverything();
    expect(visit.strangers()).toEqual([]);
  });

  it('the dialog to leave a demo shows only texts from message files', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE, { auth: DEMO });
    useUi.getState().openModal('leaveDemo');
    await visit.settle();
    expect(document.querySelector('[role=dialog]')).not.toBeNull();
    expect(visit.strangers()).toEqual([]);
  });
});

describe('main layout', () => {
  it.each([false, true])('shows only texts from message files (phone: %s)', async (phone) => {
    const visit = await PseudoVisit.at(QUIET_PAGE, { phone });
    await visit.pressEverything({ within: 'header' });
    await visit.pressEverything({ within: 'nav' });
    expect(visit.strangers()).toEqual([]);
  });

  it('shows only texts from message files in the palette, with and without results', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE);
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    await visit.settle();
    const input = document.querySelector<HTMLInputElement>('[role=combobox]');
    expect(input).not.toBeNull();
    if (input) visit.type(input, '1234567890');
    await visit.settle();
    expect(visit.strangers()).toEqual([]);
  });

  it('shows only texts from message files in toasts and notifications of every kind', async () => {
    const visit = await PseudoVisit.at(QUIET_PAGE);
    for (const event of news()) {
      visit.emit(event);
      await visit.settle();
    }
    expect(document.querySelectorAll('[data-sonner-toast]').length).toBeGreaterThan(0);
    const broker = BrokerView.parse(sampleOf(BrokerView));
    act(() => {
      notify(brokerNotification(broker, false, Date.now()));
      notify(brokerNotification(broker, true, Date.now() + 1));
    });
    await visit.press(
      screen.getByRole('button', {
        name: notificationMessages.unread(badgeText(useNotifications.getState().list.length)),
      }),
    );
    const items = screen.getByRole('dialog', { name: notificationMessages.title }).querySelectorAll('li');
    expect(items.length).toBeGreaterThanOrEqual(news().length + 2);
    expect(visit.strangers()).toEqual([]);
  });

  it('shows only texts from message files for connection problems', async () => {
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
    expect(visit.strangers()).toEqual([]);
  });

  it('shows only texts from message files for the reality check and a used recovery code', async () => {
    noteRecoveryCodeUsed();
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
    expect(screen.getByText(appMessages.recoveryCodeUsed.text)).toBeDefined();
    expect(visit.strangers()).toEqual([]);
  });
});

const AN_HOUR_AGO = '2026-11-21T13:30:00.000Z';

describe('screens without a page', () => {
  it('show only texts from message files after a crash, while loading and in the update prompt', async () => {
    const visit = await PseudoVisit.at('/login');
    await visit.show(<CrashScreen error={new Error('500')} />);
    await visit.show(<LoadingScreen />);
    await visit.show(<UpdateOffer isReady accept={() => {}} />);
    await visit.pressEverything({ within: 'body' });
    expect(visit.strangers()).toEqual([]);
  });

  it.each([
    ['while it is not known who is there', { ...SIGNED_OUT, loading: true }],
    ['while the session is unknown', { ...SIGNED_OUT, error: new Error('500') }],
    ['to who has a password to set', { ...SIGNED_IN, isPasswordDue: true, cameByRecovery: true }],
    ['to who has a second factor to show', { ...SIGNED_IN, needsSecondFactor: true }],
  ])('%s no text is shown that is not from a message file', async (_who, auth) => {
    const visit = await PseudoVisit.at('/dashboard', { auth });
    await visit.fillIn();
    await visit.pressEverything({ within: 'body' });
    expect(visit.strangers()).toEqual([]);
  });

  it.each(['/login', '/register', '/forgot-password', '/reset-password', '/verify-email'])(
    'shows only texts from message files after a form on %s is submitted',
    async (path) => {
      const visit = await PseudoVisit.at(path, { auth: VISITOR });
      await visit.pressEverything();
      await visit.fillIn();
      await visit.pressEverything();
      await visit.fillIn();
      expect(visit.strangers()).toEqual([]);
    },
  );
});

function news(): readonly StreamEvent[] {
  const Shown = z.object({ trade: Option, signal: PcrSignalView, strategySignal: StrategySignalView });
  const { trade, signal, strategySignal } = Shown.parse(sampleOf(Shown));
  const trades = [
    ...(['won', 'lost', 'expired', 'cancelled', 'active'] as const).map((status) => ({
      status,
      origin: 'pcr' as const,
    })),
    { status: 'cancelled', execution: 'unknown' } as const,
    { status: 'active', origin: 'strategy' } as const,
  ];
  return z
    .array(StreamEvent)
    .parse([
      ...trades.map((changes, index) => ({ type: 'trade', trade: { ...trade, ...changes, id: idOf(index) } })),
      { type: 'signal', signal: { ...signal, id: idOf(7), status: 'pending' } },
      { type: 'strategy_signal', signal: { ...strategySignal, id: idOf(8), status: 'pending' } },
    ]);
}

const idOf = (index: number): string => `6f9619ff-8b86-4d01-b42d-00cf4fc9640${index}`;

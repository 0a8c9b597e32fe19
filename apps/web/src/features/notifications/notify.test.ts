import { beforeEach, expect, it } from 'vitest';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { useNotifications } from '#shared/lib/notifications-store.ts';
import { registerToaster } from '#shared/ui/toast.ts';
import { type NotificationDraft, notify, type Outlets } from './notify.ts';

const AT_FIRST = useNoticeSettings.getState();

let shown: string[] = [];
let heard: string[] = [];
let outside: string[] = [];
let inSight = true;
const outlets: Outlets = {
  sound: (topic, volume) => void heard.push(`${topic} ${volume}`),
  browser: async ({ tag, path }) => void outside.push(`${tag} ${path}`),
  isInSight: () => inSight,
};
const note = (kind: string) => (title: unknown) => shown.push(`${kind}: ${String(title)}`);

beforeEach(() => {
  localStorage.clear();
  useNoticeSettings.setState(AT_FIRST);
  useNotifications.getState().clear();
  [shown, heard, outside, inSight] = [[], [], [], true];
  registerToaster({
    success: note('success'),
    error: note('error'),
    warning: note('warning'),
    message: note('message'),
  });
});

const WON: NotificationDraft = {
  id: 'trade 1',
  topic: 'settled',
  mark: 'won',
  title: 'Ganada: EURUSD CALL',
  text: 'Resultado +$8.50',
  atMs: 1,
  target: { kind: 'page', path: '/dashboard' },
};
const SIGNAL: NotificationDraft = { ...WON, id: 'signal 1', topic: 'signal', mark: 'signal', title: 'Señal' };
const titles = () => useNotifications.getState().list.map(({ title }) => title);
const { choose, setBrowser } = AT_FIRST;

it('notify adds every notification to the list, and shows toasts only for the enabled kinds', () => {
  notify(WON, outlets);
  notify(SIGNAL, outlets);
  expect(titles()).toEqual(['Señal', 'Ganada: EURUSD CALL']);
  expect(shown).toEqual(['success: Ganada: EURUSD CALL']);
  choose('signal', 'screen', true);
  choose('settled', 'screen', false);
  notify({ ...SIGNAL, id: 'signal 2' }, outlets);
  notify({ ...WON, id: 'trade 2' }, outlets);
  expect(shown).toEqual(['success: Ganada: EURUSD CALL', 'message: Señal']);
});

it('notify shows the loss of a broker connection as an error', () => {
  notify({ ...WON, id: 'broker', topic: 'connection', mark: 'lost-connection', title: 'Sin bróker' }, outlets);
  expect(shown).toEqual(['error: Sin bróker']);
});

it('notify adds one notification for an event that the stream repeats', () => {
  choose('settled', 'sound', true);
  notify(WON, outlets);
  notify(WON, outlets);
  expect([titles().length, shown.length, heard.length]).toEqual([1, 1, 1]);
});

it('notify plays a sound only for the kinds whose sound is enabled', () => {
  notify(WON, outlets);
  expect(heard).toEqual([]);
  choose('settled', 'sound', true);
  notify({ ...WON, id: 'trade 2' }, outlets);
  notify(SIGNAL, outlets);
  expect(heard).toEqual(['settled medium']);
});

it('notify uses a browser notification while the page is hidden, if the user enabled it', () => {
  inSight = false;
  notify(WON, outlets);
  expect(outside).toEqual([]);
  setBrowser(true);
  notify({ ...WON, id: 'trade 2' }, outlets);
  choose('signal', 'browser', false);
  notify(SIGNAL, outlets);
  inSight = true;
  notify({ ...WON, id: 'trade 3' }, outlets);
  expect(outside).toEqual(['trade 2 /dashboard']);
});

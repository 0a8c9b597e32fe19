import { beforeEach, expect, it } from 'vitest';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { registerToaster } from '#shared/ui/toast.ts';
import { type NotificationOutlets, type NotifiedEvent, notify } from './notify.ts';

const AT_FIRST = useNoticeSettings.getState();

let shown: string[] = [];
let heard: string[] = [];
let outside: string[] = [];
let inSight = true;
const outlets: NotificationOutlets = {
  sound: (topic, volume) => void heard.push(`${topic} ${volume}`),
  browser: async ({ tag, path }) => void outside.push(`${tag} ${path}`),
  isInSight: () => inSight,
};
const note = (kind: string) => (title: unknown) => shown.push(`${kind}: ${String(title)}`);

beforeEach(() => {
  localStorage.clear();
  useNoticeSettings.setState(AT_FIRST);
  [shown, heard, outside, inSight] = [[], [], [], true];
  registerToaster({
    success: note('success'),
    error: note('error'),
    warning: note('warning'),
    message: note('message'),
    result: (mark, title) => shown.push(`${mark}: ${title}`),
  });
});

const WON: NotifiedEvent = {
  tag: 'trade 1',
  topic: 'settled',
  mark: 'won',
  title: 'Ganada: EURUSD CALL',
  text: 'Resultado +$8.50',
  path: '/dashboard',
};
const SIGNAL: NotifiedEvent = { ...WON, tag: 'signal 1', topic: 'signal', mark: 'signal', title: 'Señal' };
const { choose, setBrowser } = AT_FIRST;

it('notify shows toasts only for the enabled topics', () => {
  notify(WON, outlets);
  notify(SIGNAL, outlets);
  expect(shown).toEqual(['won: Ganada: EURUSD CALL']);
  choose('signal', 'screen', true);
  choose('settled', 'screen', false);
  notify(SIGNAL, outlets);
  notify(WON, outlets);
  expect(shown).toEqual(['won: Ganada: EURUSD CALL', 'message: Señal']);
});

it('notify shows a win, a loss and a tie as results, each with its own mark', () => {
  for (const mark of ['won', 'lost', 'even'] as const) notify({ ...WON, mark, title: mark }, outlets);
  expect(shown).toEqual(['won: won', 'lost: lost', 'even: even']);
});

it('notify shows the loss of a broker connection as an error', () => {
  notify({ ...WON, topic: 'connection', mark: 'lost-connection', title: 'Sin bróker' }, outlets);
  expect(shown).toEqual(['error: Sin bróker']);
});

it('notify plays a sound only for the kinds whose sound is enabled', () => {
  notify(WON, outlets);
  expect(heard).toEqual([]);
  choose('settled', 'sound', true);
  notify({ ...WON, tag: 'trade 2' }, outlets);
  notify(SIGNAL, outlets);
  expect(heard).toEqual(['settled medium']);
});

it('notify uses a browser notification while the page is hidden, if the user enabled it', () => {
  inSight = false;
  notify(WON, outlets);
  expect(outside).toEqual([]);
  setBrowser(true);
  notify({ ...WON, tag: 'trade 2' }, outlets);
  choose('signal', 'browser', false);
  notify(SIGNAL, outlets);
  inSight = true;
  notify({ ...WON, tag: 'trade 3' }, outlets);
  expect(outside).toEqual(['trade 2 /dashboard']);
});

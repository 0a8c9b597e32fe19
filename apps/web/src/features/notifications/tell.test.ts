import { beforeEach, expect, it } from 'vitest';
import { useNoticeSettings } from '#shared/lib/notice-settings.ts';
import { useNotifications } from '#shared/lib/notifications-store.ts';
import { giveVoice } from '#shared/ui/toast.ts';
import { type News, type Outlets, tell } from './tell.ts';

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
  giveVoice({ success: note('success'), error: note('error'), warning: note('warning'), message: note('message') });
});

const WON: News = {
  id: 'trade 1',
  topic: 'settled',
  mark: 'won',
  title: 'Ganada: EURUSD CALL',
  text: 'Resultado +$8.50',
  atMs: 1,
  target: { kind: 'page', path: '/dashboard' },
};
const SIGNAL: News = { ...WON, id: 'signal 1', topic: 'signal', mark: 'signal', title: 'Señal' };
const titles = () => useNotifications.getState().list.map(({ title }) => title);
const { choose, setBrowser } = AT_FIRST;

it('puts everything in the list, and over the screen what was chosen for it', () => {
  tell(WON, outlets);
  tell(SIGNAL, outlets);
  expect(titles()).toEqual(['Señal', 'Ganada: EURUSD CALL']);
  expect(shown).toEqual(['success: Ganada: EURUSD CALL']);
  choose('signal', 'screen', true);
  choose('settled', 'screen', false);
  tell({ ...SIGNAL, id: 'signal 2' }, outlets);
  tell({ ...WON, id: 'trade 2' }, outlets);
  expect(shown).toEqual(['success: Ganada: EURUSD CALL', 'message: Señal']);
});

it('says what went wrong as an error', () => {
  tell({ ...WON, id: 'broker', topic: 'connection', mark: 'lost-connection', title: 'Sin bróker' }, outlets);
  expect(shown).toEqual(['error: Sin bróker']);
});

it('tells once of what the stream repeats', () => {
  choose('settled', 'sound', true);
  tell(WON, outlets);
  tell(WON, outlets);
  expect([titles().length, shown.length, heard.length]).toEqual([1, 1, 1]);
});

it('makes a sound only where one was chosen', () => {
  tell(WON, outlets);
  expect(heard).toEqual([]);
  choose('settled', 'sound', true);
  tell({ ...WON, id: 'trade 2' }, outlets);
  tell(SIGNAL, outlets);
  expect(heard).toEqual(['settled medium']);
});

it('goes to the browser while nobody looks, if that is wanted', () => {
  inSight = false;
  tell(WON, outlets);
  expect(outside).toEqual([]);
  setBrowser(true);
  tell({ ...WON, id: 'trade 2' }, outlets);
  choose('signal', 'browser', false);
  tell(SIGNAL, outlets);
  inSight = true;
  tell({ ...WON, id: 'trade 3' }, outlets);
  expect(outside).toEqual(['trade 2 /dashboard']);
});

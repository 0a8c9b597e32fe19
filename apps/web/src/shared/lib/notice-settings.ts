import { NOTIFICATION_TOPICS, type NotificationTopic } from '@vigia/contract';
import { z } from 'zod';
import { create } from 'zustand';
import { readLocal, writeLocal } from './local-values.ts';

export const NOTICE_TOPICS = NOTIFICATION_TOPICS;
export type NoticeTopic = NotificationTopic;

/** The channels besides the notification list: a toast, a sound, and a browser notification while the app is hidden. */
export const NOTICE_WAYS = ['screen', 'sound', 'browser'] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];

export const VOLUMES = ['low', 'medium', 'high'] as const;
export type ChimeVolume = (typeof VOLUMES)[number];

type Chosen = Readonly<Record<NoticeTopic, Readonly<Record<NoticeWay, boolean>>>>;

const KEY = 'notice_settings';

/** The default channels of each topic. Sounds are off. */
const AT_FIRST: Chosen = {
  settled: { screen: true, sound: false, browser: true },
  order: { screen: true, sound: false, browser: true },
  signal: { screen: false, sound: false, browser: true },
  opened: { screen: true, sound: false, browser: false },
  automation: { screen: false, sound: false, browser: false },
  stopped: { screen: true, sound: false, browser: true },
  limit: { screen: true, sound: false, browser: true },
  price: { screen: true, sound: false, browser: true },
  security: { screen: true, sound: false, browser: true },
  connection: { screen: true, sound: false, browser: false },
};

const Ways = z.object({ screen: z.boolean(), sound: z.boolean(), browser: z.boolean() });
const Stored = z.object({
  chosen: z.record(z.string(), Ways).transform(withDefaults),
  volume: z.enum(VOLUMES),
  browser: z.boolean(),
});
type Stored = z.infer<typeof Stored>;

type NoticeSettings = {
  readonly chosen: Chosen;
  readonly volume: ChimeVolume;
  /**
   * Whether the user wants browser notifications on this device. The browser's permission is independent of this
   * choice.
   */
  readonly browser: boolean;
  readonly choose: (topic: NoticeTopic, way: NoticeWay, wanted: boolean) => void;
  readonly setVolume: (volume: ChimeVolume) => void;
  readonly setBrowser: (wanted: boolean) => void;
};

/** Store of the channels of each topic on this device. Other devices have their own settings. */
export const useNoticeSettings = create<NoticeSettings>()((set, get) => {
  const change = (values: Partial<Stored>) => {
    const { chosen, volume, browser } = get();
    const next = { chosen, volume, browser, ...values };
    writeLocal(KEY, JSON.stringify(next));
    set(next);
  };
  return {
    ...read(),
    choose: (topic, way, wanted) => {
      const { chosen } = get();
      change({ chosen: { ...chosen, [topic]: { ...chosen[topic], [way]: wanted } } });
    },
    setVolume: (volume) => change({ volume }),
    setBrowser: (browser) => change({ browser }),
  };
});

/**
 * Returns the stored channels by topic. If a topic is missing, it gets its default. A topic that no longer exists is
 * dropped.
 */
function withDefaults(stored: Readonly<Record<string, z.infer<typeof Ways>>>): Chosen {
  const chosen: Record<NoticeTopic, Chosen[NoticeTopic]> = { ...AT_FIRST };
  for (const topic of NOTICE_TOPICS) chosen[topic] = stored[topic] ?? AT_FIRST[topic];
  return chosen;
}

function read(): Stored {
  const text = readLocal(KEY);
  const stored = Stored.safeParse(text === null ? null : parse(text));
  return stored.success ? stored.data : { chosen: AT_FIRST, volume: 'medium', browser: false };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import type { ExternalToast, toast as sonner } from 'sonner';

type Speaker = Pick<typeof sonner, 'success' | 'error' | 'warning' | 'message'>;
type Tell = (title: string, options?: ExternalToast) => void;

let speaker: Speaker | null = null;
const waiting: ((speaker: Speaker) => void)[] = [];

const tell =
  (kind: keyof Speaker): Tell =>
  (title, options) => {
    const say = (to: Speaker) => void to[kind](title, options);
    if (speaker) say(speaker);
    else waiting.push(say);
  };

/** A few words about what has just happened. What is told before the toaster has come is shown when it has. */
export const toast: Tell & Readonly<Record<'success' | 'error' | 'warning', Tell>> = Object.assign(tell('message'), {
  success: tell('success'),
  error: tell('error'),
  warning: tell('warning'),
});

/** For the toaster, once it can show something; returns how to take that back. */
export function giveVoice(to: Speaker): () => void {
  speaker = to;
  for (const say of waiting.splice(0)) say(to);
  return () => {
    speaker = null;
  };
}

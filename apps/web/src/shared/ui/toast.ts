import type { ExternalToast, toast as sonner } from 'sonner';

type Speaker = Pick<typeof sonner, 'success' | 'error' | 'warning' | 'message'>;
type ShowToast = (title: string, options?: ExternalToast) => void;

let speaker: Speaker | null = null;
const waiting: ((speaker: Speaker) => void)[] = [];

const showToast =
  (kind: keyof Speaker): ShowToast =>
  (title, options) => {
    const say = (to: Speaker) => void to[kind](title, options);
    if (speaker) say(speaker);
    else waiting.push(say);
  };

/** Shows a short message. Messages sent before the toaster has loaded appear once it has. */
export const toast: ShowToast & Readonly<Record<'success' | 'error' | 'warning', ShowToast>> = Object.assign(
  showToast('message'),
  { success: showToast('success'), error: showToast('error'), warning: showToast('warning') },
);

/** Registers the toaster as soon as it can show messages. @returns the function that unregisters it */
export function giveVoice(to: Speaker): () => void {
  speaker = to;
  for (const say of waiting.splice(0)) say(to);
  return () => {
    speaker = null;
  };
}

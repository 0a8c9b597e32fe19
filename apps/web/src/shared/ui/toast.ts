import type { ExternalToast, toast as sonner } from 'sonner';

type ToastPresenter = Pick<typeof sonner, 'success' | 'error' | 'warning' | 'message'>;
type ShowToast = (title: string, options?: ExternalToast) => void;

let presenter: ToastPresenter | null = null;
const waiting: ((presenter: ToastPresenter) => void)[] = [];

const showToast =
  (kind: keyof ToastPresenter): ShowToast =>
  (title, options) => {
    const show = (to: ToastPresenter) => void to[kind](title, options);
    if (presenter) show(presenter);
    else waiting.push(show);
  };

/** Shows a short message. A message that is sent before the toaster has loaded appears after it has loaded. */
export const toast: ShowToast & Readonly<Record<'success' | 'error' | 'warning', ShowToast>> = Object.assign(
  showToast('message'),
  { success: showToast('success'), error: showToast('error'), warning: showToast('warning') },
);

/**
 * Registers the toaster when it can show messages.
 * @returns the function that unregisters the toaster
 */
export function registerToaster(to: ToastPresenter): () => void {
  presenter = to;
  for (const show of waiting.splice(0)) show(to);
  return () => {
    presenter = null;
  };
}

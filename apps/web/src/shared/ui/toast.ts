import type { ExternalToast, toast as sonner } from 'sonner';

/** The result of a trade. Each has the same look in its own colour, so that a loss is as visible as a win. */
export type ResultMark = 'won' | 'lost' | 'even';
type ToastPresenter = Pick<typeof sonner, 'success' | 'error' | 'warning' | 'message'> & {
  readonly result: (mark: ResultMark, title: string, options?: ExternalToast) => unknown;
};
type ShowToast = (title: string, options?: ExternalToast) => void;

let presenter: ToastPresenter | null = null;
const waiting: ((presenter: ToastPresenter) => void)[] = [];

const showToast =
  (kind: Exclude<keyof ToastPresenter, 'result'>): ShowToast =>
  (title, options) =>
    present((to) => void to[kind](title, options));

function present(show: (presenter: ToastPresenter) => void): void {
  if (presenter) show(presenter);
  else waiting.push(show);
}

/** Shows the result of a trade. */
export const toastResult = (mark: ResultMark, title: string, options?: ExternalToast): void =>
  present((to) => void to.result(mark, title, options));

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

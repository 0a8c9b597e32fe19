import { onDemand } from '#shared/lib/on-demand.tsx';

/**
 * Renders the toasts. The main layout mounts it once, and its library loads after the first screen. The functions in
 * toast.ts show a toast.
 */
export const Toaster = onDemand(async () => (await import('./toast-list.tsx')).ToastList);

import { onDemand } from '#shared/lib/on-demand.tsx';

/**
 * Mounted once in the main layout; its library loads after the first screen. Call `toast` of toast.ts to show a toast.
 */
export const Toaster = onDemand(async () => (await import('./toast-list.tsx')).ToastList);

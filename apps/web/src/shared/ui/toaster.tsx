import { onDemand } from '#shared/lib/on-demand.tsx';

/** Mounted once in the main layout; its library comes after the first screen. Tell by `toast` of toast.ts. */
export const Toaster = onDemand(async () => (await import('./toast-list.tsx')).ToastList);

import { onDemand } from '#shared/lib/on-demand.tsx';

/**
 * The toaster, mounted once in the main layout. Its library loads after the first screen. `toast` of toast.ts shows a
 * toast.
 */
export const Toaster = onDemand(async () => (await import('./toast-list.tsx')).ToastList);

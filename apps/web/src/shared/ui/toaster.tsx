import { lazyComponent } from '#shared/lib/lazy-component.tsx';

/**
 * Renders the toasts. The main layout mounts it once, and its library loads after the first screen. The functions in
 * toast.ts show a toast.
 */
export const Toaster = lazyComponent(async () => (await import('./toast-list.tsx')).ToastList);

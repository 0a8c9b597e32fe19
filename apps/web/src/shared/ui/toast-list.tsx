import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { uiMessages } from './messages.es.ts';
import { registerToaster } from './toast.ts';

/** Renders the toasts. */
export function ToastList() {
  const mobile = useIsMobile();
  // This effect runs after the list has mounted, because the list ignores toasts that arrive earlier.
  useEffect(() => registerToaster(toast), []);
  return (
    <Sonner
      // On a desktop the toasts appear at the top right, so that they do not cover the lists. On a phone they appear at
      // the bottom, where they cover neither the symbol at the top nor a bar or a notice.
      position={mobile ? 'bottom-center' : 'top-right'}
      offset={{ top: 'calc(var(--header) + 8px)', right: 16 }}
      mobileOffset={{ bottom: 'calc(var(--notice-bottom) + var(--over-banner) + var(--over-offer))' }}
      style={{ fontFamily: 'var(--font)', zIndex: 'var(--z-toast)' }}
      containerAriaLabel={uiMessages.notifications}
      icons={{
        success: <CircleCheck size={18} className="text-ok" aria-hidden />,
        warning: <TriangleAlert size={18} className="text-warn" aria-hidden />,
        error: <CircleAlert size={18} className="text-error" aria-hidden />,
        info: <Info size={18} className="text-fg-2" aria-hidden />,
      }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[356px] max-w-[calc(100vw-32px)] items-start gap-3 rounded-card border border-line-strong bg-overlay px-3.5 py-3 text-13 text-fg-1 shadow-overlay',
          title: 'font-semibold',
          description: 'text-fg-2',
        },
      }}
    />
  );
}

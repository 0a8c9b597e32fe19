import { Check, CircleAlert, CircleCheck, Equal, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast } from 'sonner';
import { useIsMobile } from '#shared/lib/use-media-query.ts';
import { uiMessages } from './messages.es.ts';
import { type ResultMark, registerToaster } from './toast.ts';
import { useToastPlace } from './use-toast-place.ts';

const RESULTS: Readonly<Record<ResultMark, { readonly icon: LucideIcon; readonly className: string }>> = {
  won: { icon: Check, className: 'bg-call-tint text-call' },
  lost: { icon: X, className: 'bg-put-tint text-put' },
  even: { icon: Equal, className: 'bg-raised text-fg-2' },
};

/** The mark of a result, as in the list of notifications. */
function ResultIcon({ mark }: { readonly mark: ResultMark }) {
  const { icon: Icon, className } = RESULTS[mark];
  return (
    <span className={`grid size-7 place-items-center rounded-control ${className}`} data-result={mark}>
      <Icon size={15} aria-hidden />
    </span>
  );
}

const presenter = Object.assign({}, toast, {
  result: (mark: ResultMark, title: string, options = {}) =>
    toast(title, { ...options, icon: <ResultIcon mark={mark} /> }),
} satisfies Pick<Parameters<typeof registerToaster>[0], 'result'>);

/** Renders the toasts. */
export function ToastList() {
  const mobile = useIsMobile();
  const position = useToastPlace(mobile);
  // This effect runs after the list has mounted, because the list ignores toasts that arrive earlier.
  useEffect(() => registerToaster(presenter), []);
  return (
    <Sonner
      position={position}
      offset={{ top: 'calc(var(--header) + 8px)', bottom: 'var(--notice-bottom)', left: 14 }}
      mobileOffset={{
        top: 'calc(var(--header) + 8px)',
        bottom: 'calc(var(--notice-bottom) + var(--over-banner) + var(--over-offer))',
      }}
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
            'flex w-[252px] items-start max-md:w-[356px] max-md:max-w-[calc(100vw-32px)] gap-3 rounded-card border border-line-strong bg-overlay px-3.5 py-3 text-13 text-fg-1 shadow-overlay',
          title: 'font-semibold',
          description: 'text-fg-2',
        },
      }}
    />
  );
}

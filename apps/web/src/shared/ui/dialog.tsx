import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { uiMessages } from './messages.es.ts';

type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: string;
  /** Whether the dialog has a close button. If not, a child of the dialog must close it. */
  readonly closeButton?: boolean;
  /** Returns whether the closed dialog gives the focus back. By default it does; if not, something else gets it. */
  readonly returnsFocus?: () => boolean;
  readonly children: ReactNode;
};

const shadeClass = 'fixed inset-0 bg-scrim data-[state=open]:animate-appear';
export const scrimClass = cn(shadeClass, 'z-(--z-scrim)');
const closeClass =
  '-my-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-control text-fg-3 transition hover:bg-hover hover:text-fg-1 touch:-my-2.5 touch:-mr-3 touch:size-(--h-touch)';

/** Renders a modal question or form. `wide` is for tables. */
export const Dialog = ({ wide = false, ...props }: DialogProps & { readonly wide?: boolean }) => (
  <Overlay
    {...props}
    layerClass="z-(--z-dialog)"
    panelClass={cn(
      'top-1/2 left-1/2 max-h-[calc(100dvh-32px)] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 rounded-card border data-[state=open]:animate-appear',
      wide ? 'w-[880px]' : 'w-[440px]',
    )}
  />
);

const SHEET_HEIGHTS = {
  half: 'max-h-[50dvh]',
  most: 'max-h-[88dvh]',
  full: 'h-[calc(100dvh-12px)] grid-rows-[auto_minmax(0,1fr)]',
} as const;

/**
 * Renders a panel that slides up from the bottom edge on a phone, so that the thumb reaches its form. A `full` panel is
 * for a list: it has the height of the window, and its content scrolls by itself. A `half` panel is for settings whose
 * effect shows in the upper half of the page, which stays undimmed.
 */
export const Sheet = ({
  height = 'most',
  ...props
}: DialogProps & { readonly height?: keyof typeof SHEET_HEIGHTS }) => (
  <Overlay
    {...props}
    dims={height !== 'half'}
    layerClass="z-(--z-sheet)"
    panelClass={cn('inset-x-0 bottom-0 rounded-t-card border-t data-[state=open]:animate-rise', SHEET_HEIGHTS[height])}
  />
);

function Overlay({
  open,
  onOpenChange,
  title,
  description,
  closeButton = true,
  returnsFocus = () => true,
  children,
  dims = true,
  layerClass,
  panelClass,
}: DialogProps & {
  /** Whether the backdrop dims the page. */
  readonly dims?: boolean;
  /** Layer (z-index) of the panel and its backdrop. The backdrop of a second dialog covers the first dialog. */
  readonly layerClass: string;
  readonly panelClass: string;
}) {
  const returnFocus = useReturnFocus(open, returnsFocus);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={cn(dims ? shadeClass : 'fixed inset-0', layerClass)} />
        <RadixDialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          className={cn(
            'fixed grid content-start gap-4 overflow-y-auto border-line-strong bg-overlay p-5 shadow-overlay',
            layerClass,
            panelClass,
          )}
        >
          <header className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <RadixDialog.Title className="text-16 font-semibold">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-13 text-fg-2">{description}</RadixDialog.Description>
              )}
            </div>
            {closeButton && (
              <RadixDialog.Close className={closeClass} aria-label={uiMessages.close}>
                <X size={16} aria-hidden />
              </RadixDialog.Close>
            )}
          </header>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/**
 * Returns the focus to the element that had it before the dialog opened. Radix does this only for its own trigger
 * element. Radix also remembers the element too late: by then a field with autoFocus already has the focus.
 */
function useReturnFocus(open: boolean, returnsFocus: () => boolean): (closed: Event) => void {
  const opener = useRef<HTMLElement | SVGElement | null>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    const isFocusable = activeElement instanceof HTMLElement || activeElement instanceof SVGElement;
    if (open) opener.current = isFocusable ? activeElement : null;
  }, [open]);
  return (closed) => {
    closed.preventDefault();
    if (returnsFocus()) opener.current?.focus();
  };
}

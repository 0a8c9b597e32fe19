import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { FieldError } from './field.tsx';

type CheckboxProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

/** Renders a native checkbox in the colours of the app. A click on the label toggles it too. */
export const Checkbox = ({ children, ...rest }: CheckboxProps) => (
  <label className="flex cursor-pointer items-center gap-2.5 text-13 text-fg-2 touch:min-h-(--h-touch)">
    <span className="relative grid size-4 shrink-0 place-items-center">
      <input
        type="checkbox"
        className="peer size-4 cursor-pointer appearance-none rounded-chip border border-line-control bg-inset transition checked:border-accent-fill checked:bg-accent-fill aria-[invalid=true]:border-error"
        {...rest}
      />
      <svg
        viewBox="0 0 12 12"
        className="pointer-events-none absolute size-3 stroke-on-fill opacity-0 peer-checked:opacity-100"
        aria-hidden
      >
        <path d="M2.5 6.5 5 9l4.5-6" fill="none" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
    {children}
  </label>
);

/** Renders a checkbox with its error below. */
export function CheckboxField({ error, ...rest }: CheckboxProps & { readonly error: string | undefined }) {
  const noteId = useId();
  return (
    <div className="grid gap-1.5">
      <Checkbox {...rest} aria-invalid={Boolean(error)} aria-describedby={error && noteId} />
      {error && (
        <div id={noteId}>
          <FieldError>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

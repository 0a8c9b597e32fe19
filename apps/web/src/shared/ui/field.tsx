import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { cn } from '#shared/lib/cn.ts';

/**
 * Attributes for a control inside a {@link Field}. With them, screen readers announce the field's label, help and
 * error.
 */
export type ControlProps = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};

type FieldProps = {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Content at the right of the label, such as a link or a limit. */
  readonly aside?: ReactNode;
  readonly children: (control: ControlProps) => ReactNode;
};

/** Renders a form field: the label above, the control, then the help text or the error below. */
export function Field({ label, error, hint, aside, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-baseline justify-between gap-2 text-13 font-medium text-fg-2">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': hasNote ? noteId : undefined })}
      {hasNote && (
        <div id={noteId}>
          {error ? <FieldError>{error}</FieldError> : <div className="text-12 text-fg-3">{hint}</div>}
        </div>
      )}
    </div>
  );
}

/** Shows an error message. */
export const FieldError = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex items-center gap-1.5 text-12 text-error" role="alert">
    <CircleAlert size={13} className="shrink-0" aria-hidden />
    {children}
  </p>
);

/** Classes of the frame around an input. The frame may also contain icons, suffixes and buttons. */
export const inputBoxClass = cn(
  'flex h-(--h) w-full min-w-0 items-center gap-2 rounded-control border border-line-control bg-inset px-3 text-fg-1 transition',
  'focus-within:border-accent focus-within:ring-3 focus-within:ring-accent/28',
  'has-[[aria-invalid=true]]:border-error has-disabled:opacity-45',
);

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly suffix?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

export const Input = ({ suffix, className, ...rest }: InputProps) => (
  <div className={cn(inputBoxClass, className)}>
    <input className="h-full w-full min-w-0 bg-transparent outline-0" {...rest} />
    {suffix && <span className="text-13 whitespace-nowrap text-fg-3">{suffix}</span>}
  </div>
);

type TextFieldProps = InputProps & Omit<FieldProps, 'children'>;

/** Renders a form field with one line of text. The input receives the remaining props. */
export const TextField = ({ label, error, hint, aside, ...input }: TextFieldProps) => (
  <Field label={label} error={error} hint={hint} aside={aside}>
    {(control) => <Input {...input} {...control} />}
  </Field>
);

import type { WebhookBody, WebhookView } from '@vigia/contract';
import { useId } from 'react';
import { NOTICE_TOPICS } from '#shared/lib/notice-settings.ts';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { soundMessages } from '../sounds/messages.es.ts';
import { webhookMessages } from './messages.es.ts';
import { WebhookInput } from './schema.ts';

const words = webhookMessages.form;

const EMPTY: WebhookInput = {
  name: '',
  url: '',
  topics: ['settled', 'order', 'stopped', 'security'],
  sends_log_head: false,
};

/** The open form: that of a new webhook, or of an existing one. */
export type OpenWebhookForm = 'new' | WebhookView;

type WebhookDialogProps = {
  /** Null closes the dialog. */
  readonly form: OpenWebhookForm | null;
  readonly onClose: () => void;
  /** Sends the form. */
  readonly onSubmit: (body: WebhookBody) => Promise<unknown>;
};

/** Renders the form of a new webhook, or of an existing one. */
export const WebhookDialog = ({ form, onClose, onSubmit }: WebhookDialogProps) => (
  <Dialog
    open={form !== null}
    onOpenChange={onClose}
    title={form === 'new' ? words.title : words.editTitle}
    description={webhookMessages.intro}
  >
    {form !== null && <WebhookForm of={form} onSubmit={onSubmit} />}
  </Dialog>
);

function WebhookForm({ of, onSubmit }: { readonly of: OpenWebhookForm } & Pick<WebhookDialogProps, 'onSubmit'>) {
  const noteId = useId();
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: WebhookInput,
    start: of === 'new' ? EMPTY : of,
    submit: onSubmit,
    showAtField: (refusal, setError) => {
      if (failureCode(refusal) !== 'webhook_url_refused') return false;
      setError('url', { message: problemOf(refusal) });
      return true;
    },
  });
  // The fields are registered in the order of the screen, because the first invalid field gets the focus.
  const inputs = { name: field('name'), url: field('url'), topics: field('topics'), head: field('sends_log_head') };
  const { error: topicsError, ...topics } = inputs.topics;
  const { error: _none, ...head } = inputs.head;
  return (
    <form className="grid gap-4" onSubmit={send} noValidate>
      <TextField {...inputs.name} label={words.name} placeholder={words.nameExample} autoComplete="off" autoFocus />
      <TextField
        {...inputs.url}
        type="url"
        label={words.url}
        hint={words.urlHint}
        placeholder={words.urlExample}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <fieldset className="grid gap-2" aria-invalid={Boolean(topicsError)} aria-describedby={topicsError && noteId}>
        <legend className="mb-2 text-13 font-medium text-fg-2">{words.topics}</legend>
        {NOTICE_TOPICS.map((topic) => (
          <Checkbox key={topic} value={topic} {...topics}>
            {soundMessages.topics[topic]}
          </Checkbox>
        ))}
        <Checkbox {...head}>
          <span>
            <b className="block font-medium">{words.logHead}</b>
            <span className="block text-12 text-fg-3">{words.logHeadHint}</span>
          </span>
        </Checkbox>
        {topicsError && (
          <div id={noteId}>
            <FieldError>{topicsError}</FieldError>
          </div>
        )}
      </fieldset>
      {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
      <Button type="submit" variant="primary" full loading={isSubmitting}>
        {of === 'new' ? words.submit : words.save}
      </Button>
    </form>
  );
}

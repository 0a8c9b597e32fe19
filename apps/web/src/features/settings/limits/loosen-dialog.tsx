import type { Currency } from '@vigia/core/money';
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx';
import { limitInWords } from './limit-fields.ts';
import { LIMIT_WORDS, type LimitKey, limitsMessages } from './messages.es.ts';

const words = limitsMessages.loosen;

export type LoosenedLimit = { readonly key: LimitKey; readonly from: number | null; readonly to: number | null };

type LoosenDialogProps = {
  /** The limits that the change loosens. Null closes the dialog. */
  readonly loosened: readonly LoosenedLimit[] | null;
  readonly currency: Currency;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<unknown>;
};

/** Renders the dialog that lists the loosened limits, with old and new values, before the app sends the request. */
export const LoosenDialog = ({ loosened, currency, onClose, onConfirm }: LoosenDialogProps) => (
  <ConfirmDialog
    open={loosened !== null}
    onClose={onClose}
    title={words.title}
    text={words.text}
    submit={words.submit}
    tone="primary"
    onConfirm={onConfirm}
  >
    <dl className="grid gap-2">
      {loosened?.map(({ key, from, to }) => (
        <div key={key} className="grid gap-0.5 rounded-control border border-line bg-raised px-3 py-2 text-13">
          <dt className="font-medium">{LIMIT_WORDS[key].title}</dt>
          <dd className="text-fg-2">
            {words.change(limitInWords(key, from, currency), limitInWords(key, to, currency))}
          </dd>
        </div>
      ))}
    </dl>
  </ConfirmDialog>
);

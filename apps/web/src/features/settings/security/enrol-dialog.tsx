import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { NewFactor } from '#shared/auth/auth-backend.ts';
import { useAuth } from '#shared/auth/auth-context.ts';
import { DigitsForm } from '#shared/auth/digits-form.tsx';
import { failureCode, problemOf } from '#shared/lib/problem.ts';
import { useSubmitForm } from '#shared/lib/use-submit-form.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError, TextField } from '#shared/ui/field.tsx';
import { Note } from '#shared/ui/note.tsx';
import { securityMessages } from './messages.es.ts';
import { useStepUp } from './step-up.tsx';

const words = securityMessages.enrol;

const FactorName = z.object({ name: z.string().trim().min(1, words.nameMissing).max(60, words.nameLong) });

type EnrolDialogProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Number of the user's second factors. The suggested name contains it, so that the name is unique. */
  readonly factorCount: number;
  /**
   * Called when the factor is active.
   * @param codes the recovery codes that the server created with the first factor; null if there are none
   */
  readonly onAdded: (codes: readonly string[] | null) => void;
};

/**
 * Renders the dialog that adds a second factor: name, QR code, first code. A correct first code activates the factor.
 */
export function EnrolDialog({ open, onClose, factorCount, onAdded }: EnrolDialogProps) {
  const { backend } = useAuth();
  const [factor, setFactor] = useState<NewFactor | null>(null);
  const giveUp = () => {
    // The factor that the user did not confirm is deleted. If this request fails, the factor expires on the server.
    if (factor)
      void backend()
        .then((auth) => auth.removeFactor(factor.id))
        .catch(() => {});
    setFactor(null);
    onClose();
  };
  const added = (codes: readonly string[] | null) => {
    setFactor(null);
    onClose();
    onAdded(codes);
  };
  return (
    <Dialog open={open} onOpenChange={giveUp} title={words.title} description={factor ? words.scan : words.nameText}>
      {factor ? (
        <FirstCodeForm factor={factor} onConfirmed={added} />
      ) : (
        <NameForm suggestion={words.defaultName(factorCount + 1)} onEnrolled={setFactor} />
      )}
    </Dialog>
  );
}

type NameFormProps = { readonly suggestion: string; readonly onEnrolled: (factor: NewFactor) => void };

function NameForm({ suggestion, onEnrolled }: NameFormProps) {
  const { backend } = useAuth();
  const stepUp = useStepUp();
  const { field, send, failure, isSubmitting } = useSubmitForm({
    schema: FactorName,
    start: { name: suggestion },
    submit: async ({ name }) => {
      const auth = await backend();
      onEnrolled(await stepUp.run(() => auth.enrollFactor(name)));
    },
    showAtField: (caught, setError) => {
      const isTaken = failureCode(caught) === 'mfa_factor_name_conflict';
      if (isTaken) setError('name', { message: words.nameTaken }, { shouldFocus: true });
      return isTaken;
    },
  });
  return (
    <>
      <form className="grid gap-4" onSubmit={send} noValidate>
        <TextField {...field('name')} label={words.name} autoComplete="off" autoFocus />
        <Note icon={TriangleAlert} tone="warn">
          {words.effects}
        </Note>
        {failure !== null && <FieldError>{problemOf(failure)}</FieldError>}
        <Button type="submit" variant="primary" full loading={isSubmitting}>
          {words.next}
        </Button>
      </form>
      {stepUp.dialog}
    </>
  );
}

type FirstCodeFormProps = {
  readonly factor: NewFactor;
  readonly onConfirmed: (codes: readonly string[] | null) => void;
};

function FirstCodeForm({ factor, onConfirmed }: FirstCodeFormProps) {
  const { backend } = useAuth();
  const confirm = async (code: string) => {
    const auth = await backend();
    onConfirmed(await auth.confirmFactor(factor.id, code));
  };
  return (
    <div className="grid gap-4">
      {/* The QR code is black on white in both themes, because cameras read other colours unreliably. */}
      <img
        src={safeImage(factor.qrCode)}
        alt={words.qr}
        width={184}
        height={184}
        // The background is white in both themes.
        className="justify-self-center rounded-control bg-[#fff] p-2"
      />
      <div className="grid gap-1.5 text-13 text-fg-2">
        {words.secret}
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-control border border-line bg-inset px-3 py-2 text-12 wrap-break-word text-fg-1 select-all">
            {inFours(factor.secret)}
          </code>
          <CopyButton text={factor.secret} label={words.copySecret} />
        </div>
      </div>
      <DigitsForm label={words.code} hint={words.codeHint} submitLabel={words.submit} submit={confirm} autoFocus main />
    </div>
  );
}

const SVG_PREFIX = 'data:image/svg+xml;utf-8,';

/**
 * Returns a valid image URL. The auth client puts raw SVG after the prefix `data:`, and a # in it would end the URL.
 */
const safeImage = (qrCode: string): string =>
  qrCode.startsWith(SVG_PREFIX) ? SVG_PREFIX + encodeURIComponent(qrCode.slice(SVG_PREFIX.length)) : qrCode;

/** Groups the secret in fours, so that a user can type it. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

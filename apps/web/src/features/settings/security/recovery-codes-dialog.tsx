import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '#shared/lib/save-file.ts';
import { Button } from '#shared/ui/button.tsx';
import { CopyButton } from '#shared/ui/copy-button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { FieldError } from '#shared/ui/field.tsx';
import { formatMomentDay } from '../moments.ts';
import { securityMessages } from './messages.es.ts';

const words = securityMessages.shown;

type RecoveryCodesDialogProps = {
  /** Codes to show. Null closes the dialog. */
  readonly codes: readonly string[] | null;
  readonly onSaved: () => void;
};

/**
 * Renders the dialog that shows the recovery codes once. It closes only after the user confirms that they have saved
 * the codes.
 */
export function RecoveryCodesDialog({ codes, onSaved }: RecoveryCodesDialogProps) {
  const [hurried, setHurried] = useState(false);
  const done = () => {
    setHurried(false);
    onSaved();
  };
  return (
    <Dialog
      open={codes !== null}
      onOpenChange={() => setHurried(true)}
      closeButton={false}
      title={words.title}
      description={words.text}
    >
      {codes && (
        <>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-control border border-line bg-inset p-4 text-center text-13 max-[400px]:grid-cols-1">
            {codes.map((code) => (
              <li key={code}>
                <code className="select-all">{code}</code>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={codes.join('\n')} label={words.copy} />
            <Button size="sm" onClick={() => download(codes)}>
              <Download size={15} aria-hidden />
              {words.download}
            </Button>
          </div>
          {hurried && <FieldError>{words.notYet}</FieldError>}
          <Button variant="primary" full onClick={done}>
            {words.done}
          </Button>
        </>
      )}
    </Dialog>
  );
}

function download(codes: readonly string[]): void {
  const text = `${words.fileHead(formatMomentDay(new Date().toISOString()))}\n${codes.join('\n')}\n`;
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), words.file);
}

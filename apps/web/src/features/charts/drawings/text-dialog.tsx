import { DRAWN_TEXT_LENGTH } from '@vigia/contract';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#shared/ui/button.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { TextField } from '#shared/ui/field.tsx';
import { chartMessages } from '../messages.es.ts';

const words = chartMessages.drawings;

type TextDialogProps = {
  readonly text: string;
  /** Whether the text is not on the chart yet. */
  readonly isNew: boolean;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
};

/** Asks for the content of a text on the chart. */
export function TextDialog({ text, isNew, onSave, onClose }: TextDialogProps) {
  const [typed, setTyped] = useState(text);
  const isSaved = useRef(false);
  const isEmpty = typed.trim() === '';
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The form is a part of the chart for React, although it is drawn elsewhere.
    event.stopPropagation();
    if (isEmpty) return;
    isSaved.current = true;
    onSave(typed.trim());
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.writeTitle}
      // A new text gets the focus instead of the button of the tool.
      returnsFocus={() => !(isNew && isSaved.current)}
    >
      <form className="grid gap-4" onSubmit={save}>
        <TextField
          label={words.writeLabel}
          maxLength={DRAWN_TEXT_LENGTH}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="primary" className="justify-self-end" disabled={isEmpty}>
          {words.writeSave}
        </Button>
      </form>
    </Dialog>
  );
}

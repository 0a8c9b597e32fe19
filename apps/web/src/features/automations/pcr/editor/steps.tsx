import { Card } from '#shared/ui/card.tsx';
import { STEPS, stepOf } from '../model/field-errors.ts';
import type { Editor } from './editor.ts';
import { editorMessages } from './messages.es.ts';
import { NameField } from './name-field.tsx';
import { StartingPoints } from './starting-points.tsx';
import { StepSection } from './step.tsx';
import { StepBody, summaryOf } from './step-body.tsx';

const words = editorMessages.steps;

/** Shows the name, the starting points and the five steps of a setup, each of which opens and closes. */
export function Steps({ editor }: { readonly editor: Editor }) {
  const { form, account } = editor;
  const { draft, change, errors, open, toggle } = form;
  const faulty = new Set(Object.keys(errors).map(stepOf));
  return (
    <Card>
      <div className="grid gap-4 border-b border-line p-4">
        <NameField draft={draft} change={change} errors={errors} />
        <StartingPoints draft={draft} change={change} />
      </div>
      {STEPS.map((name, index) => (
        <StepSection
          key={name}
          number={index + 1}
          title={words[name].title}
          summary={summaryOf(name, draft, account.currency)}
          open={open.includes(name)}
          faulty={faulty.has(name)}
          onToggle={() => toggle(name)}
        >
          <StepBody name={name} editor={editor} />
        </StepSection>
      ))}
    </Card>
  );
}

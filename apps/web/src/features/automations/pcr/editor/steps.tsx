import { Card } from '#shared/ui/card.tsx';
import { EDITOR_STEPS, editorStepOf } from '../model/field-errors.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';
import { NameField } from './name-field.tsx';
import { StartingPoints } from './starting-points.tsx';
import { StepSection } from './step.tsx';
import { StepBody, stepSummary } from './step-body.tsx';

const words = editorMessages.steps;

/** Shows the name, the starting points and the five steps of a setup, each of which opens and closes. */
export function EditorSteps({ editor }: { readonly editor: EditorState }) {
  const { form, account } = editor;
  const { draft, change, errors, open, toggle } = form;
  const faulty = new Set(Object.keys(errors).map(editorStepOf));
  return (
    <Card>
      <div className="grid gap-4 border-b border-line p-4">
        <NameField draft={draft} change={change} errors={errors} />
        <StartingPoints draft={draft} change={change} />
      </div>
      {EDITOR_STEPS.map((name, index) => (
        <StepSection
          key={name}
          number={index + 1}
          title={words[name].title}
          summary={stepSummary(name, draft, account.currency)}
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

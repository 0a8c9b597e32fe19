import { useId, useRef } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { Button } from '#shared/ui/button.tsx';
import { Card } from '#shared/ui/card.tsx';
import { EDITOR_STEPS, type EditorStep, editorStepOf } from '../model/field-errors.ts';
import type { EditorState } from './editor.ts';
import { editorMessages } from './messages.es.ts';
import { NameField } from './name-field.tsx';
import { StartingPoints } from './starting-points.tsx';
import { StepBody, stepSummary } from './step-body.tsx';

const words = editorMessages.stepper;

/** Shows one step at a time, with a button for each step and for the steps before and after. */
export function Stepper({ editor }: { readonly editor: EditorState }) {
  const { form, account } = editor;
  const { draft, change, errors, step, goTo } = form;
  const top = useRef<HTMLDivElement>(null);
  const panelId = useId();
  const go = (to: EditorStep) => {
    goTo(to);
    top.current?.scrollIntoView({ block: 'start' });
  };
  const at = EDITOR_STEPS.indexOf(step);
  return (
    <Card>
      {/* The margin keeps the buttons below the chart, which stays in view. */}
      <div ref={top} className="scroll-mt-[calc(var(--header)+var(--pinned,0px)+8px)]">
        <StepButtons current={step} faulty={Object.keys(errors).map(editorStepOf)} panelId={panelId} onGo={go} />
      </div>
      <div id={panelId}>
        {EDITOR_STEPS.map((name) => (
          // Hidden steps stay mounted, so that their open parts and typed texts are kept.
          <div key={name} hidden={name !== step}>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4 max-md:px-3">
              <h2 className="flex flex-wrap items-baseline gap-x-2">
                {editorMessages.steps[name].title}
                <span className="text-12 font-normal text-fg-2">{stepSummary(name, draft, account.currency)}</span>
              </h2>
              {name === 'sequence' && (
                <>
                  <StartingPoints draft={draft} change={change} />
                  <NameField draft={draft} change={change} errors={errors} />
                </>
              )}
              <StepBody name={name} editor={editor} />
            </div>
          </div>
        ))}
      </div>
      <div className="flex justify-between gap-2 border-t border-line p-3">
        <Neighbour step={EDITOR_STEPS[at - 1]} label={() => words.back} onGo={go} />
        <Neighbour step={EDITOR_STEPS[at + 1]} label={words.next} onGo={go} />
      </div>
    </Card>
  );
}

type StepButtonsProps = {
  readonly current: EditorStep;
  readonly faulty: readonly (EditorStep | null)[];
  readonly panelId: string;
  readonly onGo: (step: EditorStep) => void;
};

const StepButtons = ({ current, faulty, panelId, onGo }: StepButtonsProps) => (
  <nav aria-label={words.label}>
    <ol className="grid grid-cols-5 border-b border-line">
      {EDITOR_STEPS.map((name, index) => (
        <li key={name} className="min-w-0">
          <button
            type="button"
            aria-current={name === current ? 'step' : undefined}
            aria-controls={panelId}
            onClick={() => onGo(name)}
            className={cn(
              'grid min-h-14 w-full content-center justify-items-center gap-1 border-b-2 px-0.5 text-12 transition focus-visible:-outline-offset-2',
              name === current ? 'border-accent text-fg-1' : 'border-transparent text-fg-2 hover:text-fg-1',
            )}
          >
            <StepNumber number={index + 1} isCurrent={name === current} isFaulty={faulty.includes(name)} />
            <span aria-hidden className="max-w-full truncate">
              {words.short[name]}
            </span>
            <span className="sr-only">
              {editorMessages.steps[name].title}
              {faulty.includes(name) && words.faulty}
            </span>
          </button>
        </li>
      ))}
    </ol>
  </nav>
);

type StepNumberProps = { readonly number: number; readonly isCurrent: boolean; readonly isFaulty: boolean };

const StepNumber = ({ number, isCurrent, isFaulty }: StepNumberProps) => (
  <span
    aria-hidden
    className={cn(
      'grid size-5 place-items-center rounded-pill font-semibold',
      isFaulty
        ? 'bg-error-tint text-error'
        : isCurrent
          ? 'bg-accent-fill text-on-fill'
          : 'border border-line-control text-fg-2',
    )}
  >
    {number}
  </span>
);

type NeighbourProps = {
  /** The step before or after. Undefined at the ends. */
  readonly step: EditorStep | undefined;
  readonly label: (title: string) => string;
  readonly onGo: (step: EditorStep) => void;
};

const Neighbour = ({ step, label, onGo }: NeighbourProps) =>
  step === undefined ? <span /> : <Button onClick={() => onGo(step)}>{label(editorMessages.steps[step].title)}</Button>;

import { Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { nameOfIndicator } from '#shared/chart/indicators/choices.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Button } from '#shared/ui/button.tsx';
import { Switch } from '#shared/ui/switch.tsx';
import { chartMessages } from '../messages.es.ts';
import { INDICATOR_KINDS, type IndicatorKind } from './indicator-kinds.ts';
import { choiceOf, type IndicatorSetting, type IndicatorSettings, newIndicator } from './indicator-settings.ts';

const words = chartMessages.options;

const IndicatorDialog = lazyComponent(async () => (await import('./indicator-dialog.tsx')).IndicatorDialog);

type IndicatorListProps = {
  readonly settings: IndicatorSettings;
  readonly onChange: (settings: IndicatorSettings) => void;
};

/** Renders the indicators with a switch and a dialog of parameters for each, and buttons that add another one. */
export function IndicatorList({ settings, onChange }: IndicatorListProps) {
  const [editedId, edit] = useState<string | null>(null);
  const edited = settings.find(({ id }) => id === editedId);
  const set = (changed: IndicatorSetting) =>
    onChange(settings.map((each) => (each.id === changed.id ? changed : each)));
  const add = (kind: IndicatorKind) => {
    const added = newIndicator(settings, kind);
    if (!added) return;
    onChange([...settings, added]);
    edit(added.id);
  };
  return (
    <section aria-label={words.indicators} className="grid gap-1 px-4 pt-2 pb-3">
      {settings.map((setting) => (
        <IndicatorRow key={setting.id} setting={setting} onChange={set} onEdit={() => edit(setting.id)} />
      ))}
      <fieldset className="mt-1 flex flex-wrap gap-1.5">
        <legend className="mb-1.5 text-12 text-fg-3">{words.add}</legend>
        {INDICATOR_KINDS.map((kind) => {
          const isFull = newIndicator(settings, kind) === null;
          return (
            <Button
              key={kind}
              size="sm"
              className="touch:h-(--h-touch)"
              aria-label={words.addOf(words.kindNames[kind])}
              title={isFull ? words.fullOf(words.kindNames[kind]) : undefined}
              disabled={isFull}
              onClick={() => add(kind)}
            >
              <Plus size={13} aria-hidden />
              {words.kindNames[kind]}
            </Button>
          );
        })}
      </fieldset>
      {edited && (
        <IndicatorDialog
          setting={edited}
          onChange={set}
          onClose={() => edit(null)}
          onRemove={() => {
            edit(null);
            onChange(settings.filter(({ id }) => id !== edited.id));
          }}
        />
      )}
    </section>
  );
}

type IndicatorRowProps = {
  readonly setting: IndicatorSetting;
  readonly onChange: (setting: IndicatorSetting) => void;
  readonly onEdit: () => void;
};

function IndicatorRow({ setting, onChange, onEdit }: IndicatorRowProps) {
  const name = words.indicatorName(setting);
  return (
    <div className="flex min-h-9 items-center gap-1.5 text-13 touch:min-h-(--h-touch)">
      <span className="min-w-0 flex-1">
        {name} <small className="block text-12 text-fg-3">{nameOfIndicator(choiceOf(setting))}</small>
      </span>
      <Button
        variant="ghost"
        size="icon"
        className="size-8 touch:size-(--h-touch)"
        aria-label={words.editOf(name)}
        title={words.editOf(name)}
        onClick={onEdit}
      >
        <Settings2 size={15} aria-hidden />
      </Button>
      <Switch label={name} checked={setting.isOn} onChange={(isOn) => onChange({ ...setting, isOn })} />
    </div>
  );
}

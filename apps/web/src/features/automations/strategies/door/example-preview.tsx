import { messageFaultText } from '@vigia/contract';
import { isOwnSymbol, type MessageFormat, readMessage } from '@vigia/core/strategy-definitions';
import { useState } from 'react';
import { formatDateTime } from '#shared/lib/format.ts';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { Field, FieldError } from '#shared/ui/field.tsx';
import { externalSignalsMessages } from './messages.es.ts';

const words = externalSignalsMessages.preview;

type Target = { readonly asset: string; readonly names: readonly string[] };

type ExamplePreviewProps = {
  readonly format: MessageFormat;
  /** The asset of the strategy and those that its address serves too, with the sender's names for them. */
  readonly targets: readonly [Target, ...Target[]];
};

/** Reads a pasted message as the server would, with the same code. */
export function ExamplePreview({ format, targets }: ExamplePreviewProps) {
  const [text, setText] = useState('');
  return (
    <div className="grid gap-2">
      <Field label={words.label}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="w-full rounded-control border border-line-control bg-inset px-3 py-2 font-mono text-13 text-fg-1 outline-0 focus:border-accent focus:ring-3 focus:ring-accent/28"
          />
        )}
      </Field>
      <div aria-live="polite">{text.trim() !== '' && <Read text={text} format={format} targets={targets} />}</div>
    </div>
  );
}

function Read({ text, format, targets }: ExamplePreviewProps & { readonly text: string }) {
  const read = readMessage(format, text);
  if (!read.ok) return <FieldError>{messageFaultText(read.error)}</FieldError>;
  const { direction, symbol, id, statedMs } = read.value;
  const [own, ...others] = targets;
  const isKnown =
    symbol === null ? others.length === 0 : targets.some(({ asset, names }) => isOwnSymbol(symbol, asset, names));
  const all = targets.map(({ asset }) => asset).join(', ');
  const symbolText = symbol ?? (others.length === 0 ? words.ofAsset(own.asset) : words.unstated);
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 [&>dt]:text-fg-3">
      <dt>{words.direction}</dt>
      <dd>
        <DirectionTag direction={direction} />
      </dd>
      <dt>{words.symbol}</dt>
      <dd className={isKnown ? undefined : 'text-error'}>
        {isKnown ? symbolText : words.wrongSymbol(symbolText, all)}
      </dd>
      <dt>{words.id}</dt>
      <dd className="break-all">{id ?? words.unstated}</dd>
      <dt>{words.time}</dt>
      <dd>{statedMs === null ? words.unstated : formatDateTime(new Date(statedMs).toISOString())}</dd>
    </dl>
  );
}

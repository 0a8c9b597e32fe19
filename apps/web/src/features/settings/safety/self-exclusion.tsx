import { useQueryClient } from '@tanstack/react-query';
import type { AccountSafety } from '@vigia/contract';
import { SELF_EXCLUSION_PERIODS, type SelfExclusionPeriod } from '@vigia/core/vocabulary';
import { HeartHandshake, Lock } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button } from '#shared/ui/button.tsx';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { Chip } from '#shared/ui/chip.tsx';
import { Note } from '#shared/ui/note.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { atMomentInZone } from '../moments.ts';
import { PERIOD_WORDS, safetyMessages } from './messages.es.ts';
import { excludeSelf, safetyQuery } from './queries.ts';

const words = safetyMessages.exclusion;

/** Shutting oneself out of real money; never offered shorter than what already holds. */
export function SelfExclusion({ safety }: { readonly safety: AccountSafety }) {
  const queries = useQueryClient();
  const [period, setPeriod] = useState<SelfExclusionPeriod>('24h');
  const [asking, setAsking] = useState(false);
  const excluded = safety.self_excluded_forever || safety.self_excluded_until !== null;
  const exclude = async () => {
    await excludeSelf(period);
    await queries.invalidateQueries({ queryKey: safetyQuery.queryKey });
    toast.success(words.done);
  };
  return (
    <div className="grid gap-3 border-t border-line px-4 py-4">
      <div>
        <h3 className="text-14 font-medium">{words.title}</h3>
        <small className="block text-12 text-fg-3">{words.text}</small>
      </div>
      {excluded && (
        <Note icon={Lock} tone="warn">
          <b>{stateOf(safety)}</b>
          {!safety.self_excluded_forever && words.longer}
        </Note>
      )}
      {!safety.self_excluded_forever && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <fieldset className="flex flex-wrap gap-2" aria-label={words.period}>
            {SELF_EXCLUSION_PERIODS.map((each) => (
              <Chip key={each} selected={each === period} onClick={() => setPeriod(each)}>
                {PERIOD_WORDS[each]}
              </Chip>
            ))}
          </fieldset>
          <Button variant="danger-outline" className="max-md:w-full" onClick={() => setAsking(true)}>
            {words.submit}
          </Button>
        </div>
      )}
      <p className="flex items-start gap-2 text-12 text-fg-3">
        <HeartHandshake size={14} className="mt-px shrink-0" aria-hidden />
        {words.help}
      </p>
      <Confirmation open={asking} onClose={() => setAsking(false)} period={period} onConfirm={exclude} />
    </div>
  );
}

function stateOf({ self_excluded_until: until }: AccountSafety): string {
  return until === null ? words.forever : words.until(atMomentInZone(until));
}

type ConfirmationProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly period: SelfExclusionPeriod;
  readonly onConfirm: () => Promise<void>;
};

function Confirmation({ open, onClose, period, onConfirm }: ConfirmationProps) {
  const [understood, setUnderstood] = useState(false);
  const close = () => {
    setUnderstood(false);
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={words.confirm.title(PERIOD_WORDS[period])}
      text={period === 'forever' ? words.confirm.foreverText : words.confirm.text}
      submit={words.confirm.submit}
      disabled={!understood}
      onConfirm={onConfirm}
    >
      <Checkbox checked={understood} onChange={(event) => setUnderstood(event.target.checked)}>
        {words.confirm.understood}
      </Checkbox>
    </ConfirmDialog>
  );
}

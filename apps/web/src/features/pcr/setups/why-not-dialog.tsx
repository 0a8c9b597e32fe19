import type { PcrSetupView } from '@vigia/contract';
import { RejectionList } from '#shared/automation/rejection-list.tsx';
import { Dialog } from '#shared/ui/dialog.tsx';
import { pcrMessages } from '../messages.es.ts';
import { rejectionsQuery } from '../queries.ts';
import { FilterChips } from '../signals/filter-chips.tsx';

const words = pcrMessages.whyNot;

type WhyNotDialogProps = {
  /** The setup whose rejections the dialog shows. Null closes the dialog. */
  readonly setup: PcrSetupView | null;
  readonly decimals: number;
  readonly onClose: () => void;
};

/** The dialog with the last rejected opportunities of a setup, each with its reason. */
export const WhyNotDialog = ({ setup, decimals, onClose }: WhyNotDialogProps) => (
  <Dialog
    open={setup !== null}
    onOpenChange={onClose}
    wide
    title={words.title}
    description={words.text(setup?.name ?? '')}
  >
    {setup && <Rejections setupId={setup.id} decimals={decimals} />}
  </Dialog>
);

export const Rejections = ({ setupId, decimals }: { readonly setupId: string; readonly decimals: number }) => (
  <RejectionList
    query={rejectionsQuery(setupId)}
    decimals={decimals}
    none={words.none}
    renderDetail={({ entry_point: entry, filter_results: results, direction }) => ({
      place: entry && words.atOf(pcrMessages.entryPoints[entry]),
      measures: results.length > 0 ? <FilterChips results={results} direction={direction} decimals={decimals} /> : null,
    })}
  />
);

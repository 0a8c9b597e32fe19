import type { PcrSetupView } from '@vigia/contract';
import { FailureWithText, problemOf } from '#shared/lib/problem.ts';
import { useServices } from '#shared/lib/services.ts';
import { useAction } from '#shared/lib/use-action.ts';
import { toast } from '#shared/ui/toast.ts';
import { createSetup, replaceSetup } from '../setup-calls.ts';
import { useRefetchSetups } from '../setups/use-setup-actions.ts';
import { editorMessages as words } from './messages.es.ts';
import type { DraftForm } from './use-draft.ts';

export type SetupSaving = {
  readonly save: () => void;
  readonly saving: boolean;
  /** Why the last attempt failed. */
  readonly problem: string | null;
};

/** Returns a function that submits the whole setup. Errors of the server appear at their fields and above the steps. */
export function useSave(setup: PcrSetupView | null, form: DraftForm, onOpen: (id: string) => void): SetupSaving {
  const changed = useRefetchSetups();
  const { api } = useServices();
  const isNew = setup === null || setup.is_demo;
  const send = async () => {
    if (!isNew) {
      await replaceSetup(api, setup.id, { ...form.draft, is_active: setup.is_active });
      await changed();
      form.settle();
      toast.success(words.saved);
      return;
    }
    const name = setup && form.draft.name === setup.name ? words.copyOf(setup.name) : form.draft.name;
    const made = await createSetup(api, { ...form.draft, name, is_active: false });
    await changed();
    form.settle();
    toast.success(words.created);
    onOpen(made.id);
  };
  const { run, isRunning, failure } = useAction(async () => {
    try {
      await send();
    } catch (caught) {
      const faults = form.refuse(caught);
      const title = isNew ? words.createFailed : words.saveFailed;
      throw new FailureWithText(`${title}. ${faults > 0 ? words.fieldErrors(faults) : problemOf(caught)}`);
    }
  });
  return { save: () => void run(), saving: isRunning, problem: failure === null ? null : problemOf(failure) };
}

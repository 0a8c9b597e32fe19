import { AUTOMATION_AGE_S, SIGNAL_AGES_S, useSignalAgeLimit } from '#shared/lib/signal-age.ts';
import { Select } from '#shared/ui/select.tsx';
import { offerMessages as words } from './offer.es.ts';

/** Lets the user choose up to which age they trade a signal by hand. The choice is kept on the device. */
export function SignalAgeChoice() {
  const { limitS, choose } = useSignalAgeLimit();
  return (
    <label className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-12 text-fg-2 max-md:px-3">
      {words.limit}
      <span className="w-52">
        <Select
          value={limitS ?? ''}
          onChange={({ target }) => choose(target.value === '' ? null : Number(target.value))}
        >
          <option value="">{words.likeAutomation(AUTOMATION_AGE_S)}</option>
          {SIGNAL_AGES_S.map((seconds) => (
            <option key={seconds} value={seconds}>
              {words.limitOf(seconds)}
            </option>
          ))}
        </Select>
      </span>
    </label>
  );
}

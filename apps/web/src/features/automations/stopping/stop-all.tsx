import { OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { resumeAll } from '#shared/lib/automation.ts';
import { cn } from '#shared/lib/cn.ts';
import { lazyComponent } from '#shared/lib/lazy-component.tsx';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { automationMessages as words } from './messages.es.ts';
import { useAutoTradingMutation, useAutoTradingState } from './use-automation.ts';
import { useStopAll } from './use-stop-all.ts';

/** The code of the confirmation dialog loads on first use. */
const ConfirmDialog = lazyComponent(async () => (await import('#shared/ui/confirm-dialog.tsx')).ConfirmDialog);

/** The word stands below its icon on a phone, whose header has no space beside it. */
const shortClass =
  'shrink-0 max-md:w-14 max-md:flex-col max-md:gap-0 max-md:border-transparent max-md:px-0 max-md:text-12';

/** Renders the kill switch. It is visible while an automation trades, and while all automation is stopped. */
export function StopAll() {
  const automation = useAutoTradingState();
  if (!automation) return null;
  if (automation.stopped_at !== null) return <Stopped />;
  return automation.running > 0 ? <Stop /> : null;
}

/** Renders the button that stops all automatic trading with the first click. */
function Stop() {
  const { stop, isPending } = useStopAll();
  return (
    <Button
      variant="danger-outline"
      size="sm"
      loading={isPending}
      onClick={stop}
      aria-label={words.stopAll}
      className={shortClass}
    >
      {!isPending && <OctagonX size={16} className="shrink-0" aria-hidden />}
      <span className="max-lg:hidden">{words.stopAll}</span>
      <span className="lg:hidden">{words.stop}</span>
    </Button>
  );
}

function Stopped() {
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useAutoTradingMutation(resumeAll);
  const resume = async () => {
    await mutateAsync();
    toast(words.resumed);
  };
  return (
    <>
      <Button
        size="sm"
        onClick={() => setAsking(true)}
        aria-label={words.stoppedShort}
        className={cn('border-warn bg-warn-tint text-warn', shortClass)}
      >
        <Play size={15} className="shrink-0" aria-hidden />
        <span>
          <span className="max-lg:hidden">{words.stopped} · </span>
          <b>{words.resume}</b>
        </span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={words.resumeAsk.title}
        text={words.resumeAsk.text}
        submit={words.resumeAsk.submit}
        tone="primary"
        onConfirm={resume}
      />
    </>
  );
}

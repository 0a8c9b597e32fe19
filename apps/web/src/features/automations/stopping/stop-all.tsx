import { OctagonX, Play } from 'lucide-react';
import { useState } from 'react';
import { resumeAll } from '#shared/lib/automation.ts';
import { onDemand } from '#shared/lib/on-demand.tsx';
import { Button } from '#shared/ui/button.tsx';
import { toast } from '#shared/ui/toast.ts';
import { automationMessages as words } from './messages.es.ts';
import { useAutomation, useAutomationCall } from './use-automation.ts';
import { useStopAll } from './use-stop-all.ts';

/** The code of the confirmation dialog loads on first use. */
const ConfirmDialog = onDemand(async () => (await import('#shared/ui/confirm-dialog.tsx')).ConfirmDialog);

/** Renders the kill switch. It is visible while an automation trades, and while all automation is stopped. */
export function StopAll() {
  const automation = useAutomation();
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
      className="max-md:size-(--h-touch) max-md:border-transparent max-md:px-0"
    >
      {!isPending && <OctagonX size={16} className="max-md:size-5" aria-hidden />}
      <span className="max-md:sr-only">{words.stopAll}</span>
    </Button>
  );
}

function Stopped() {
  const [asking, setAsking] = useState(false);
  const { mutateAsync } = useAutomationCall(resumeAll);
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
        className="border-warn bg-warn-tint text-warn max-md:size-(--h-touch) max-md:border-transparent max-md:px-0"
      >
        <Play size={15} className="max-md:size-5" aria-hidden />
        <span className="max-md:sr-only">
          {words.stopped} · <b>{words.resume}</b>
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

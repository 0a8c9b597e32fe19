import { Pause, Play, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { formatMinute, formatPrice } from '#shared/lib/format.ts';
import { useElementWidth } from '#shared/lib/use-element-width.ts';
import { Badge } from '#shared/ui/badge.tsx';
import { Button } from '#shared/ui/button.tsx';
import { DirectionTag } from '#shared/ui/direction.tsx';
import { landingMessages } from '../messages.es.ts';
import { measureScene, type SceneFrame } from '../model/market-scene.ts';
import { useScene } from '../model/use-scene.ts';
import { SceneChart } from './scene-chart.tsx';

const words = landingMessages.chart;
const CHART_HEIGHT = 360;

/**
 * Plays a simulated market faster than real time, with the real PCR detector. The animation plays once, and the visitor
 * can stop it.
 */
export function LiveScene() {
  const { reference } = measureScene();
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box);
  const { frame, playing, toggle } = useScene();
  const [label, Icon] = frame.over
    ? ([words.again, RotateCcw] as const)
    : playing
      ? ([words.pause, Pause] as const)
      : ([words.play, Play] as const);
  return (
    <figure className="relative min-w-0 rounded-card border border-line bg-surface border-glow">
      <figcaption className="flex min-h-13 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-2 pr-1.5 pl-3">
        <b>{reference.symbol}</b>
        <Badge tone="simulated">{words.simulated}</Badge>
        <span className="ml-auto flex min-w-0 items-center gap-2 text-13 text-fg-2 max-md:order-last max-md:ml-0 max-md:w-full">
          <SceneStatus frame={frame} decimals={reference.decimals} />
        </span>
        <Button
          variant="ghost"
          size="sm"
          className="px-2 max-md:ml-auto touch:min-w-(--h-touch)"
          aria-label={label}
          onClick={toggle}
        >
          <Icon size={14} aria-hidden />
        </Button>
      </figcaption>
      <div ref={box} className="overflow-hidden rounded-b-card" style={{ height: CHART_HEIGHT }}>
        {width > 0 && <SceneChart frame={frame} reference={reference} width={width} height={CHART_HEIGHT} />}
      </div>
    </figure>
  );
}

function SceneStatus({
  frame: { zones, signal },
  decimals,
}: {
  readonly frame: SceneFrame;
  readonly decimals: number;
}) {
  if (signal) {
    return (
      <>
        <DirectionTag direction={signal.direction} />
        {words.signal(formatMinute(signal.entryTime), formatPrice(signal.entryPrice, decimals))}
      </>
    );
  }
  return zones.length > 0 ? words.zone : words.watching;
}

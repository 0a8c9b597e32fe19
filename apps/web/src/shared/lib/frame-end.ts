/**
 * Tasks of the end of an animation frame. A canvas reads the styles of the page when it draws a text, so a change of
 * the page between two canvases makes the browser compute all styles again within the frame. Values that a tick changes
 * are therefore published together, after the last canvas.
 */
const tasks = new Set<() => void>();
/** The end of the next frame: not requested, about to be requested, or the last callback of that frame. */
let end: 'none' | 'planned' | 'requested' = 'none';

/**
 * Runs a task once as the last one of the next animation frame. A hidden page has no frames.
 */
export function requestFrameEnd(task: () => void): void {
  tasks.add(task);
  if (end !== 'none') return;
  end = 'planned';
  planEnd();
}

/** Runs a task at the end of the next frame if that end is requested, otherwise at once. */
export function runAtFrameEnd(task: () => void): void {
  if (end === 'requested') tasks.add(task);
  else task();
}

function runTasks(): void {
  end = 'none';
  const due = [...tasks];
  tasks.clear();
  for (const task of due) task();
}

/** The port that starts a new task. It is opened at the first tick and then kept, because opening one takes time. */
let port: MessagePort | null = null;

/**
 * Requests the end of the frame in a new task, after all handlers of the current event have requested their frames. A
 * message is faster than a timer.
 */
function planEnd(): void {
  if (port === null) {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      end = 'requested';
      requestAnimationFrame(runTasks);
    });
    port1.start();
    port = port2;
  }
  port.postMessage(null);
}

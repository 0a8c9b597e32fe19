/**
 * Calls `task` once after `ms` milliseconds.
 * @returns the function that cancels the call
 */
export function callAfter(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

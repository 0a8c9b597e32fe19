/** Calls `task` once after `ms`. @returns the function that cancels it */
export function after(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}

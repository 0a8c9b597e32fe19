import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** A value that has stood still for a moment: what is asked of the server while a slider is dragged. */
export function useSettledValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

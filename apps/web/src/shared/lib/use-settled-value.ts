import { useEffect, useState } from 'react';

const SETTLED_MS = 300;

/** Returns a value only after it has stopped changing, so that dragging a slider sends few requests. */
export function useSettledValue<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

import { useEffect, useState } from 'react';

/** A value that changes by the pixel, taken over once a frame: what is drawn from it keeps up with the hand. */
export function useFrameValue<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(value));
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}

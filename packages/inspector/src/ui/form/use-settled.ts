import { useEffect, useState } from 'react';

const SETTLED_MS = 250;

/**
 * A value once it has not changed for a moment: what is typed is not asked for letter by letter. An object that says the same as the one before is
 * no change, or a view that makes one each time it is drawn would be drawn four times a second for ever.
 */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  useEffect(() => {
    if (JSON.stringify(settled) === key) return undefined;
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
    // By what it says: the value itself is another object each time.
  }, [key]);
  return settled;
}

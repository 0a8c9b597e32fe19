/** Reads a value from local storage. Returns null if the browser blocks the storage, as in private windows. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // If the browser blocks the storage, the value is not stored. That is acceptable, because the app works without any
    // stored value.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // If the browser blocks the storage, there is no value to remove.
  }
}

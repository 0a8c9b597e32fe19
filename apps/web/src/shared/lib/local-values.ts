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
    // A blocked storage is acceptable, because every stored value is optional.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // A blocked storage has no value to remove.
  }
}

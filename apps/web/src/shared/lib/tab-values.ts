/**
 * Reads a value from session storage, which exists as long as the tab. Returns null if the browser blocks the storage.
 */
export function readTab(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeTab(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // A blocked storage is acceptable, because every stored value is optional.
  }
}

export function removeTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // A blocked storage has no value to remove.
  }
}

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
    // If the browser blocks the storage, the value is not stored. That is acceptable, because the app works without any
    // stored value.
  }
}

export function removeTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // If the browser blocks the storage, there is no value to remove.
  }
}

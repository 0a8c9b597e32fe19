/** Session storage, which lasts as long as the tab and may be refused: then nothing is remembered. */
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
    // Remembering is a comfort, not a duty.
  }
}

export function removeTab(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}

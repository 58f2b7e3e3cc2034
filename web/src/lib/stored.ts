// What the browser remembers. Private windows and full disks may refuse; nothing here depends on it.

export function readStored(shelf: Storage, key: string): unknown {
  try {
    const text = shelf.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

export function store(shelf: Storage, key: string, value: unknown): void {
  try {
    shelf.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without it; only a reload would notice.
  }
}

export function forget(shelf: Storage, key: string): void {
  try {
    shelf.removeItem(key);
  } catch {
    // There is nothing to forget where nothing can be remembered.
  }
}

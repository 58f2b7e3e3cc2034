// What the server tells a browser, whether or not it is shown.

import type { Page } from '@playwright/test';

/** Everything that the server tells a browser, from now on. */
export function everything(page: Page): string[] {
  const told: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => told.push(String(payload))));
  return told;
}

/** Whatever has been told about the models of a side. */
export function aboutSide(told: string[], side: number): string[] {
  const models = (value: unknown): unknown[] => {
    if (Array.isArray(value)) return value.flatMap(models);
    if (value === null || typeof value !== 'object') return [];
    const inside = Object.values(value).flatMap(models);
    return 'spot' in value && 'side' in value && value.side === side ? [value, ...inside] : inside;
  };
  return told.flatMap((text) => models(JSON.parse(text))).map((model) => JSON.stringify(model));
}
